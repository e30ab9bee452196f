import { COMMUNITY_URL } from "../ui/contacts";
import { Button } from "@chakra-ui/react";
import { Hidden } from "../ui/page";
import { strings } from "./app.strings";
import { LinkButton } from "../ui/link-button";

/** Links to the makers' community (an external site) and to listing a brand. */
export function JoinButtons() {
  return (
    <>
      <Button asChild variant="outline" size="sm">
        <a href={COMMUNITY_URL} target="_blank" rel="noopener noreferrer">
          {strings.community}
          <Hidden> {strings.newTab}</Hidden>
        </a>
      </Button>
      <LinkButton to={strings.listBrand.to} size="sm" label={strings.listBrand.label} />
    </>
  );
}
