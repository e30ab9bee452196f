import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { Download } from "lucide-react";
import { useEffect, useRef } from "react";
import { useForm } from "react-hook-form";
import { encode } from "uqr";
import { useConfirmSecondFactorMutation } from "../../../api/admin-api";
import { userMessage } from "../../../api/failure";
import { saveFile } from "../../../ui/download";
import { TextField } from "../../../ui/text-field";
import { useDraft } from "../parts/session";
import { CopyButton } from "../parts/shown-once";
import { strings } from "./account.strings";

/** Light modules around a QR code, required by ISO/IEC 18004. */
const QUIET_ZONE = 4;

/** Renders a text as a QR code; always dark on white, for cameras. */
function QrCode({ text, label }: { readonly text: string; readonly label: string }) {
  const { data, size } = encode(text, { border: QUIET_ZONE, ecc: "M" });
  const path = data.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  return (
    <chakra.svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      width="13rem"
      maxWidth="full"
      bg="white"
      shapeRendering="crispEdges"
      borderRadius="card"
    >
      <path d={path} fill="#000" />
    </chakra.svg>
  );
}

const scanText = strings.scan;

/** Shows the secret to the authenticator app and asks for its first code. */
export function ScanStep({
  secret,
  uri,
  onConfirmed,
  onCancel,
}: {
  readonly secret: string;
  readonly uri: string;
  readonly onConfirmed: (codes: readonly string[]) => void;
  readonly onCancel: () => void;
}) {
  const [confirm, { isLoading }] = useConfirmSecondFactorMutation();
  const form = useForm({ defaultValues: { code: "" } });
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  const submit = async ({ code }: { readonly code: string }) => {
    try {
      onConfirmed((await confirm({ code }).unwrap()).codes);
    } catch (error) {
      form.setError("code", { message: userMessage(error, scanText.failed) }, { shouldFocus: true });
    }
  };
  return (
    <Box borderWidth="2px" borderColor="indigo.solid" borderRadius="card" p="4">
      <chakra.h3 ref={heading} tabIndex={-1} textStyle="h3" mb="2" _focusVisible={{ outline: "none" }}>
        {scanText.title}
      </chakra.h3>
      <Flex gap="5" wrap="wrap">
        <Box maxWidth="full">
          <Text mb="3" maxWidth="24rem">
            {scanText.one}
          </Text>
          <QrCode text={uri} label={scanText.picture} />
        </Box>
        <Box flex="1 1 15rem" minWidth="0">
          <Text mb="1">{scanText.two}</Text>
          <chakra.code
            aria-label={scanText.key}
            display="block"
            fontFamily="monospace"
            fontSize="0.9375rem"
            overflowWrap="anywhere"
            mb="2"
          >
            {secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </chakra.code>
          <Flex gap="3" wrap="wrap" align="center" mb="4">
            <CopyButton text={secret}>{scanText.copyKey}</CopyButton>
            <chakra.a
              href={uri}
              display="inline-flex"
              alignItems="center"
              minHeight="tap"
              color="indigo.text"
              textDecoration="underline"
            >
              {scanText.openApp}
            </chakra.a>
          </Flex>
          <chakra.form noValidate onSubmit={(event) => void form.handleSubmit(submit)(event)} display="grid" gap="3">
            <Text>{scanText.three}</Text>
            <TextField
              label={scanText.code}
              error={form.formState.errors.code?.message}
              registration={form.register("code", { validate: (code) => code.trim() !== "" || scanText.missing })}
              input={{ autoComplete: "one-time-code", inputMode: "numeric", maxWidth: "12rem" }}
            />
            <Flex gap="2" wrap="wrap">
              <Button type="submit" disabled={isLoading}>
                {isLoading ? scanText.pending : scanText.confirm}
              </Button>
              <Button variant="subtle" disabled={isLoading} onClick={onCancel}>
                {scanText.cancel}
              </Button>
            </Flex>
          </chakra.form>
        </Box>
      </Flex>
    </Box>
  );
}

const codesText = strings.codes;

const save = (codes: readonly string[]) =>
  saveFile(new Blob([`${codes.join("\n")}\n`], { type: "text/plain" }), codesText.file);

/** Recovery codes; shown only once. */
export function RecoveryCodes({ codes, onDone }: { readonly codes: readonly string[]; readonly onDone: () => void }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    heading.current?.focus();
  }, []);
  // Survive the end of the session, like form input: they cannot be shown again.
  useDraft();
  return (
    <Box borderWidth="2px" borderColor="marigold.solid" borderRadius="card" p="4">
      <chakra.h3 ref={heading} tabIndex={-1} textStyle="h3" mb="2" _focusVisible={{ outline: "none" }}>
        {codesText.title}
      </chakra.h3>
      <Text mb="3">{codesText.lead}</Text>
      <chakra.ul
        mb="4"
        display="grid"
        gridTemplateColumns="repeat(auto-fill, minmax(min(17rem, 100%), 1fr))"
        gap="1"
        fontFamily="monospace"
        fontSize="0.875rem"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </chakra.ul>
      <Flex gap="2" wrap="wrap">
        <CopyButton text={codes.join("\n")}>{codesText.copy}</CopyButton>
        <Button variant="outline" size="sm" onClick={() => save(codes)}>
          <Download aria-hidden />
          <span>{codesText.download}</span>
        </Button>
        <Button size="sm" onClick={onDone}>
          {codesText.done}
        </Button>
      </Flex>
    </Box>
  );
}
