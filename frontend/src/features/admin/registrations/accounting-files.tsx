import { Button } from "@chakra-ui/react";
import type { Period } from "@sakhi/domain/admin/periods";
import { FileSpreadsheet } from "lucide-react";
import { Suspense, useState } from "react";
import { lazyPart } from "../../../ui/lazy-part";
import { accountingStrings as texts } from "./registrations.strings";

const AccountingDialog = lazyPart(async () => (await import("./accounting-dialog")).AccountingDialog);

/** Opens the files for accounting. @param props.initial days of the view's own filter */
export function AccountingFiles({ initial }: { readonly initial: Period }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" variant="outline" onClick={() => setOpen(true)}>
        <FileSpreadsheet aria-hidden />
        <span>{texts.open}</span>
      </Button>
      {open && (
        <Suspense>
          <AccountingDialog initial={initial} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
