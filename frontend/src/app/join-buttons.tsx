import { Button } from "@chakra-ui/react";
import { COMMUNITY_URL } from "../ui/contacts";
import { LinkButton } from "../ui/link-button";
import { NEW_TAB, NewTabHint } from "../ui/page";
import { strings } from "./app.strings";

/** Links to the makers' community (an external site) and to listing a brand. */
export function JoinButtons() {
  return (
    <>
      <Button asChild variant="outline" size="sm">
        <a href={COMMUNITY_URL} {...NEW_TAB}>
          {strings.community}
          <NewTabHint />
        </a>
      </Button>
      <LinkButton to={strings.listBrand.to} size="sm" label={strings.listBrand.label} />
    </>
  );
}
