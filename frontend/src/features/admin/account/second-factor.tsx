import { Button, Flex, Text } from "@chakra-ui/react";
import { BeginSecondFactorDto, BothFactorsDto } from "@sakhi/domain/accounts/second-factor.dto";
import { RefreshCw, ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import type { OwnAccount } from "../../../api/admin-api";
import {
  useBeginSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
} from "../../../api/admin-api";
import type { ActionField } from "../parts/action-dialog";
import { ActionDialog } from "../parts/action-dialog";
import { Chip, Panel } from "../parts/panel";
import { dayOf } from "../parts/when";
import { strings } from "./account.strings";
import { RecoveryCodes } from "./recovery-codes";
import { ScanStep } from "./scan-step";

const words = strings.factor;
/** From here on new recovery codes are recommended. */
const FEW_CODES = 3;

const passwordField = {
  name: "currentPassword",
  label: words.password,
  input: { type: "password", autoComplete: "current-password" },
} as const;
const codeField = {
  name: "code",
  label: words.code,
  help: words.codeHelp,
  input: { autoComplete: "one-time-code", autoCapitalize: "none", spellCheck: false },
} as const;

type AccountRequest = "begin" | "renew" | "remove";

function Dialogs({
  request,
  isOn,
  onScan,
  onCodes,
  onClose,
}: {
  readonly request: AccountRequest;
  readonly isOn: boolean;
  readonly onScan: (app: { secret: string; uri: string }) => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const [begin] = useBeginSecondFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const [remove] = useRemoveSecondFactorMutation();
  if (request === "begin") {
    const fields: readonly ActionField<BeginSecondFactorDto>[] = isOn
      ? [passwordField, codeField]
      : [passwordField];
    return (
      <ActionDialog
        title={words.beginDialog}
        dto={BeginSecondFactorDto}
        initial={isOn ? { currentPassword: "", code: "" } : { currentPassword: "" }}
        fields={() => fields}
        consequence={() => words.beginConsequence}
        confirm={words.beginConfirm}
        pending={words.beginPending}
        run={async ({ currentPassword, code }) => {
          const proof = code === undefined ? { currentPassword } : { currentPassword, code };
          onScan(await begin(proof).unwrap());
          return words.started;
        }}
        onClose={onClose}
      />
    );
  }
  const isRemoval = request === "remove";
  return (
    <ActionDialog
      title={isRemoval ? words.removeDialog : words.renewDialog}
      danger={isRemoval}
      dto={BothFactorsDto}
      initial={{ currentPassword: "", code: "" }}
      fields={() => [passwordField, codeField]}
      consequence={() => (isRemoval ? words.removeConsequence : words.renewConsequence)}
      confirm={isRemoval ? words.removeConfirm : words.renewConfirm}
      pending={isRemoval ? words.removePending : words.renewPending}
      run={async ({ currentPassword, code }) => {
        // Written out: an instance of a class would not be sent as JSON.
        const proof = { currentPassword, code };
        if (isRemoval) return (await remove(proof).unwrap()).message;
        onCodes((await renew(proof).unwrap()).codes);
        return words.renewed;
      }}
      onClose={onClose}
    />
  );
}

/** Two-step verification: set up, replaced, turned off; recovery codes. */
export function SecondFactor({ account }: { readonly account: OwnAccount }) {
  const { secondFactorSince: since, secondFactorRequired, recoveryCodesLeft } = account;
  const [request, setRequest] = useState<AccountRequest>();
  const [app, setApp] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const isOn = since !== undefined;
  const busy = app !== undefined || codes !== undefined;
  return (
    <Panel
      title={words.title}
      aside={<Chip tone={isOn ? "good" : "waiting"}>{isOn ? words.on : words.off}</Chip>}
    >
      <Text mb="3">
        {isOn ? `${words.onText(dayOf(since))} ${words.codesLeft(recoveryCodesLeft)}` : words.offText}
      </Text>
      {isOn && recoveryCodesLeft <= FEW_CODES && <Text mb="3">{words.fewCodes}</Text>}
      {isOn && secondFactorRequired && (
        <Text mb="3" color="muted">
          {words.required}
        </Text>
      )}
      {app !== undefined && (
        <ScanStep
          {...app}
          onConfirmed={(made) => {
            setApp(undefined);
            setCodes(made);
          }}
          onCancel={() => setApp(undefined)}
        />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {!busy && (
        <Flex gap="2" wrap="wrap">
          <Button size="sm" variant={isOn ? "outline" : "solid"} onClick={() => setRequest("begin")}>
            <ShieldCheck aria-hidden />
            {isOn ? words.replace : words.begin}
          </Button>
          {isOn && (
            <Button size="sm" variant="outline" onClick={() => setRequest("renew")}>
              <RefreshCw aria-hidden />
              {words.renew}
            </Button>
          )}
          {isOn && !secondFactorRequired && (
            <Button size="sm" variant="outline" onClick={() => setRequest("remove")}>
              <ShieldOff aria-hidden />
              {words.remove}
            </Button>
          )}
        </Flex>
      )}
      {request !== undefined && (
        <Dialogs
          request={request}
          isOn={isOn}
          onScan={setApp}
          onCodes={setCodes}
          onClose={() => setRequest(undefined)}
        />
      )}
    </Panel>
  );
}
