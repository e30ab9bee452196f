import { useGetWhatsappFiguresQuery } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { DetailRows, Panel } from "../parts/panel";
import { strings } from "./overview.strings";

const texts = strings.whatsapp;

/** Messages by WhatsApp and what they cost; nothing while it is off. */
export function WhatsappFigures() {
  const { data } = useGetWhatsappFiguresQuery();
  if (data === undefined || data === null) return null;
  const { today, month, waiting, counted, limit, consents, problem } = data;
  return (
    <Panel title={texts.title}>
      <DetailRows
        minWidth="9rem"
        facts={[
          [texts.today, <strong key="today">{texts.countedOf(counted, limit)}</strong>],
          [texts.reached, texts.reachedOf(today.sent, today.delivered, today.read)],
          [
            texts.notSent,
            today.failed + today.skipped === 0 ? undefined : texts.notSentOf(today.failed, today.skipped),
          ],
          [texts.waiting, waiting === 0 ? undefined : String(waiting)],
          [texts.cost, texts.costOf(rupees(today.cost), rupees(month.cost), month.sent)],
          [texts.consents, String(consents)],
          [texts.problem, problem],
        ]}
      />
    </Panel>
  );
}
