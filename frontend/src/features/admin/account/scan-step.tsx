import { Box, Button, chakra, Field, Flex, Input, Text } from "@chakra-ui/react";
import { CircleAlert } from "lucide-react";
import type { SubmitEvent } from "react";
import { useEffect, useId, useRef, useState } from "react";
import { useConfirmSecondFactorMutation } from "../../../api/admin-api";
import { personMessage } from "../../../api/failure";
import { strings } from "./account.strings";
import { CopyButton } from "./copy-button";
import { QrCode } from "./qr-code";

const words = strings.scan;

/** What an authenticator app is given, and the first code of it. */
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
  const [problem, setProblem] = useState<string>();
  const problemId = useId();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const submit = async (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    const code = new FormData(form).get("code");
    const reject = (sentence: string) => {
      setProblem(sentence);
      form.querySelector<HTMLElement>("[name=code]")?.focus();
    };
    if (typeof code !== "string" || code.trim() === "") {
      reject(words.missing);
      return;
    }
    setProblem(undefined);
    try {
      const { codes } = await confirm({ code }).unwrap();
      onConfirmed(codes);
    } catch (error) {
      reject(personMessage(error, words.failed));
    }
  };
  return (
    <Box borderWidth="2px" borderStyle="solid" borderColor="indigo.solid" borderRadius="card" p="4">
      <chakra.h3 ref={heading} tabIndex={-1} textStyle="h3" mb="2" _focusVisible={{ outline: "none" }}>
        {words.title}
      </chakra.h3>
      <Flex gap="5" wrap="wrap">
        <Box maxWidth="full">
          <Text mb="3" maxWidth="24rem">
            {words.one}
          </Text>
          <QrCode text={uri} label={words.picture} />
        </Box>
        <Box flex="1 1 15rem" minWidth="0">
          <Text mb="1">{words.two}</Text>
          <chakra.code
            aria-label={words.key}
            display="block"
            fontFamily="monospace"
            fontSize="1.0625rem"
            overflowWrap="anywhere"
            mb="2"
          >
            {secret.replaceAll(/(.{4})(?=.)/g, "$1 ")}
          </chakra.code>
          <Flex gap="3" wrap="wrap" align="center" mb="4">
            <CopyButton text={secret}>{words.copyKey}</CopyButton>
            <chakra.a
              href={uri}
              display="inline-flex"
              alignItems="center"
              minHeight="tap"
              color="indigo.text"
              textDecoration="underline"
            >
              {words.openApp}
            </chakra.a>
          </Flex>
          <chakra.form noValidate onSubmit={(event) => void submit(event)} display="grid" gap="3">
            <Text>{words.three}</Text>
            <Field.Root invalid={problem !== undefined} ids={{ errorText: problemId }}>
              <Field.Label>{words.code}</Field.Label>
              <Input
                name="code"
                autoComplete="one-time-code"
                inputMode="numeric"
                maxLength={40}
                maxWidth="12rem"
                aria-required
                aria-describedby={problem === undefined ? undefined : problemId}
              />
              <Field.ErrorText>
                <CircleAlert size={16} aria-hidden />
                {problem}
              </Field.ErrorText>
            </Field.Root>
            <Flex gap="2" wrap="wrap">
              <Button type="submit" disabled={isLoading}>
                {isLoading ? words.pending : words.confirm}
              </Button>
              <Button variant="subtle" disabled={isLoading} onClick={onCancel}>
                {words.cancel}
              </Button>
            </Flex>
          </chakra.form>
        </Box>
      </Flex>
    </Box>
  );
}
