import messages from "@sakhi/domain/generated/messages/en/ui";
import { PATHS } from "@sakhi/domain/site/routes";
import { LinkButton } from "./link-button";

/** Link to the support page. */
export function Support({ solid = false }: { readonly solid?: boolean }) {
  return <LinkButton to={PATHS.support} variant={solid ? "solid" : "outline"} label={messages.support} />;
}
