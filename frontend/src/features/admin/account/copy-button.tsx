import { Button } from "@chakra-ui/react";
import { Copy } from "lucide-react";
import { showToast } from "../../../ui/toast";
import { strings } from "./account.strings";

/** Copies a text; where the browser does not allow it, it says so. */
export function CopyButton({ text, children }: { readonly text: string; readonly children: string }) {
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast({ kind: "success", title: strings.copied });
    } catch {
      showToast({ kind: "error", title: strings.notCopied });
    }
  };
  return (
    <Button variant="outline" size="sm" onClick={() => void copy()}>
      <Copy aria-hidden />
      {children}
    </Button>
  );
}
