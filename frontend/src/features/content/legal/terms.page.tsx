import { PATHS } from "@sakhi/domain/site/routes";
import { LegalPage } from "./legal-page";
import { terms } from "./terms.strings";

/** /terms-and-conditions: the agreement with visitors and listed brands. */
export function TermsPage() {
  return <LegalPage document={terms} path={PATHS.terms} />;
}
