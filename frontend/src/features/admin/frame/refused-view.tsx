import { Text } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { LinkButton } from "../../../ui/link-button";
import { strings } from "../admin.strings";
import { Panel } from "../parts/panel";
import { useSession } from "../parts/session";

/** What a link shows to somebody whose role does not include its view. */
export function RefusedView({ view }: { readonly view: keyof typeof strings.views }) {
  const { access } = useSession();
  const texts = strings.refused;
  return (
    <Panel title={texts.title(strings.views[view])}>
      <Text mb="4">{texts.text(strings.frame.roles[access.role])}</Text>
      <LinkButton to={PATHS.dashboard} variant="outline" label={texts.back} />
    </Panel>
  );
}
