import { ChangeStallPriceDto, SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import { HandCoins, IndianRupee, Lock, LockOpen } from "lucide-react";
import {
  type PlanStall,
  useBlockStallMutation,
  useChangeStallPriceMutation,
  useSellStallOfflineMutation,
  useUnblockStallMutation,
} from "../../../api/admin-api";
import { registrationFields } from "../booking/sale-dialogs";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { AtEvent } from "../parts/chosen-event";
import { strings } from "./plan.strings";

/** A stall with the event that its dialogs are about, whichever is current when they are confirmed. */
export interface StallOfEvent extends PlanStall {
  readonly event: { readonly slug: string; readonly title: string };
}

type Props = SubjectProps<StallOfEvent>;

function Blocking({ verb, subject, onClose }: Props & { readonly verb: "block" | "unblock" }) {
  const { stallId, event } = subject;
  const mutations = { block: useBlockStallMutation()[0], unblock: useUnblockStallMutation()[0] };
  const texts = strings[verb];
  return (
    <ReasonDialog
      title={texts.title(stallId)}
      lead={<AtEvent event={subject.event.slug} />}
      consequence={texts.consequence(stallId)}
      texts={texts}
      run={async (reason) => {
        await mutations[verb]({ stallId, event: event.slug, reasonDto: { reason } }).unwrap();
        return texts.done(stallId, event.title);
      }}
      onClose={onClose}
    />
  );
}

const Block = (props: Props) => <Blocking {...props} verb="block" />;
const Unblock = (props: Props) => <Blocking {...props} verb="unblock" />;

function Price({ subject, onClose }: Props) {
  const { stallId, event, price: before, priceFrom, nextPrice } = subject;
  const isDated = priceFrom !== undefined || nextPrice !== undefined;
  const [change] = useChangeStallPriceMutation();
  const texts = strings.price;
  return (
    <ActionDialog
      title={texts.title(stallId)}
      lead={<AtEvent event={subject.event.slug} />}
      dto={ChangeStallPriceDto}
      initial={{ price: before, reason: "" }}
      fields={() => [{ name: "price", label: texts.price, number: true }, reasonField()]}
      consequence={({ price }) => {
        const after = Number(price);
        const known = Number.isFinite(after) && after > 0 ? after : undefined;
        const consequence = texts.consequence(stallId, before, known);
        return isDated && after !== before ? `${consequence} ${texts.apart(stallId)}` : consequence;
      }}
      texts={texts}
      run={async ({ price, reason }) => {
        const changed = await change({ stallId, event: event.slug, changeStallPriceDto: { price, reason } }).unwrap();
        return texts.done(stallId, event.title, changed.priceBefore, changed.price);
      }}
      onClose={onClose}
    />
  );
}

function Sell({ subject, onClose }: Props) {
  const { stallId, event, price } = subject;
  const [sell] = useSellStallOfflineMutation();
  const texts = strings.sell;
  const { fields } = texts;
  return (
    <ActionDialog<SellOfflineDto>
      title={texts.title(stallId)}
      lead={<AtEvent event={subject.event.slug} />}
      wide
      dto={SellOfflineDto}
      initial={{ method: "cash", reason: "" }}
      fields={() => [
        ...registrationFields(fields),
        { name: "method", label: fields.method, options: Object.entries(texts.methods) },
        { name: "reference", label: fields.reference },
        { name: "further", label: fields.further, help: texts.furtherHelp, optional: true },
        { name: "amount", label: fields.amount, help: texts.amountHelp(price), optional: true, number: true },
        reasonField(),
      ]}
      consequence={({ amount, further }) => {
        const paid = Number(amount);
        if (typeof further === "string" && further.trim() !== "")
          return texts.consequenceSeveral(stallId, further.trim().toUpperCase(), paid > 0 ? paid : undefined);
        return texts.consequence(stallId, Number.isFinite(paid) && paid > 0 ? paid : price);
      }}
      texts={texts}
      run={async (sellOfflineDto) => {
        const sold = await sell({ stallId, event: event.slug, sellOfflineDto }).unwrap();
        return texts.done(stallId, event.title, sold.invoiceNumber);
      }}
      onClose={onClose}
    />
  );
}

/** Blocking and unblocking share the button, which keeps the focus when one becomes the other. */
const BLOCKING = { id: "blocking" } as const;

const ACTIONS = {
  sell: { label: strings.sell.open, Icon: HandCoins, Dialog: Sell },
  block: { ...BLOCKING, label: strings.block.open, Icon: Lock, Dialog: Block },
  unblock: { ...BLOCKING, label: strings.unblock.open, Icon: LockOpen, Dialog: Unblock },
  price: { label: strings.price.open, Icon: IndianRupee, Dialog: Price },
} as const;

/** Actions available in a stall's state. */
export function stallActionsFor(state: PlanStall["state"]): readonly (keyof typeof ACTIONS)[] {
  switch (state) {
    case "available":
      return ["sell", "block", "price"];
    case "blocked":
      return ["unblock", "price"];
    case "held":
    case "registered":
    case "paying":
    case "sold":
      return ["price"];
  }
}

/** An operator's actions on a stall; hidden from viewers. */
export function StallActions({ stall }: { readonly stall: StallOfEvent }) {
  const actions = stallActionsFor(stall.state).map((action) => ACTIONS[action]);
  return <ActionButtons subject={stall} actions={actions} />;
}
