import { PATHS } from "@sakhi/domain/site/routes";
import { LegalPage } from "./legal-page";
import { privacy } from "./privacy.strings";

/** /privacy-policy: what is done with people's details. */
export function PrivacyPage() {
  return <LegalPage document={privacy} path={PATHS.privacy} />;
}
