import { useLocation, useSearchParams } from "react-router-dom";
import { pageHead, usePageHead } from "../../ui/page-head";
import { RenewalPage } from "./renewal.page";
import { Wizard } from "./wizard";

/** /join and /join-entrepreneur: the wizard; with a reminder's `renew` token, the renewal of a listing. */
export function JoinPage() {
  usePageHead(pageHead(useLocation().pathname));
  const [params] = useSearchParams();
  const token = params.get("renew");
  return token === null ? <Wizard /> : <RenewalPage key={token} token={token} />;
}
