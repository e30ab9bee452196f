import { PATHS } from "@sakhi/domain/site/routes";
import { disclaimer } from "./disclaimer.strings";
import { LegalPage } from "./legal-page";

/** /disclaimer: what the site can stand for, and what it cannot. */
export function DisclaimerPage() {
  return <LegalPage document={disclaimer} path={PATHS.disclaimer} />;
}
