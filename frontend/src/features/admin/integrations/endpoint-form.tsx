import { WebhookEndpointDto } from "@sakhi/domain/integrations/webhook.dto";
import { WEBHOOK_KINDS } from "@sakhi/domain/integrations/webhook.rules";
import {
  useAddWebhookEndpointMutation,
  useChangeWebhookEndpointMutation,
  useListEventsQuery,
  type WebhookEndpoint,
} from "../../../api/admin-api";
import { ActionDialog } from "../parts/action-dialog";
import { strings } from "./integrations.strings";

const texts = strings.form;

interface FormProps {
  /** Undefined for a new one. */
  readonly endpoint?: WebhookEndpoint;
  readonly onSecret: (secret: string) => void;
  readonly onClose: () => void;
}

/** Adds an endpoint, or changes one. */
export function EndpointForm({ endpoint, onSecret, onClose }: FormProps) {
  const [add] = useAddWebhookEndpointMutation();
  const [change] = useChangeWebhookEndpointMutation();
  const { data: events = [] } = useListEventsQuery();
  const { name = "", url = "", kinds = [...WEBHOOK_KINDS] } = endpoint ?? {};
  return (
    <ActionDialog<WebhookEndpointDto>
      title={endpoint === undefined ? strings.add : texts.changeLabel(name)}
      dto={WebhookEndpointDto}
      initial={{ name, url, kinds, events: endpoint?.events ?? [] }}
      fields={() => [
        { name: "name", label: texts.name, help: texts.nameHelp },
        {
          ...{ name: "url", label: texts.url, help: texts.urlHelp },
          input: { type: "url", inputMode: "url", autoCapitalize: "none", spellCheck: false },
        },
        {
          ...{ name: "kinds", label: texts.kinds, several: true },
          options: WEBHOOK_KINDS.map((kind) => [kind, strings.kinds[kind]] as const),
        },
        {
          ...{ name: "events", label: texts.events, several: true },
          options: events.map(({ slug, title }) => [slug, title] as const),
        },
      ]}
      consequence={() => (endpoint === undefined ? texts.addConsequence : texts.changeConsequence)}
      texts={texts}
      run={async (webhookEndpointDto) => {
        if (endpoint !== undefined) return (await change({ id: endpoint.id, webhookEndpointDto }).unwrap()).message;
        onSecret((await add(webhookEndpointDto).unwrap()).secret);
        return texts.added;
      }}
      onClose={onClose}
    />
  );
}
