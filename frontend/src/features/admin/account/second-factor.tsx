import { Button, Flex, Text } from "@chakra-ui/react";
import { BeginSecondFactorDto, BothFactorsDto } from "@sakhi/domain/accounts/second-factor.dto";
import { RefreshCw, ShieldCheck, ShieldOff } from "lucide-react";
import { useState } from "react";
import {
  type OwnAccount,
  useBeginSecondFactorMutation,
  useRemoveSecondFactorMutation,
  useRenewRecoveryCodesMutation,
} from "../../../api/admin-api";
import { ActionDialog, type ActionField } from "../parts/action-dialog";
import { doneText } from "../parts/done-text";
import { dayOf } from "../parts/labels";
import { Chip, Panel } from "../parts/panel";
import { strings } from "./account.strings";
import { codeField, passwordField } from "./proof-fields";
import { RecoveryCodes, ScanStep } from "./second-factor-setup";

const factorText = strings.factor;
/** With this many codes left or fewer, new ones are recommended. */
const FEW_CODES = 3;

type Request = "begin" | "renew" | "remove";

function Dialogs({
  request,
  isOn,
  onScan,
  onCodes,
  onClose,
}: {
  readonly request: Request;
  readonly isOn: boolean;
  readonly onScan: (app: { secret: string; uri: string }) => void;
  readonly onCodes: (codes: readonly string[]) => void;
  readonly onClose: () => void;
}) {
  const [begin] = useBeginSecondFactorMutation();
  const [renew] = useRenewRecoveryCodesMutation();
  const [remove] = useRemoveSecondFactorMutation();
  const texts = factorText.dialogs[request];
  const dialog = { title: texts.title, consequence: () => texts.consequence, texts, onClose };
  if (request === "begin") {
    const fields: readonly ActionField<BeginSecondFactorDto>[] = isOn ? [passwordField, codeField] : [passwordField];
    return (
      <ActionDialog
        {...dialog}
        dto={BeginSecondFactorDto}
        initial={isOn ? { currentPassword: "", code: "" } : { currentPassword: "" }}
        fields={() => fields}
        run={async ({ currentPassword, code }) => {
          onScan(await begin({ currentPassword, code }).unwrap());
          return factorText.started;
        }}
      />
    );
  }
  return (
    <ActionDialog
      {...dialog}
      danger={request === "remove"}
      dto={BothFactorsDto}
      initial={{ currentPassword: "", code: "" }}
      fields={() => [passwordField, codeField]}
      run={async (proof) => {
        if (request === "remove") return doneText((await remove(proof).unwrap()).message, strings.done.factorOff);
        onCodes((await renew(proof).unwrap()).codes);
        return factorText.renewed;
      }}
    />
  );
}

/** Sets up, replaces and turns off two-step verification, and renews recovery codes. */
export function SecondFactor({ account }: { readonly account: OwnAccount }) {
  const { secondFactorSince: since, secondFactorRequired, recoveryCodesLeft } = account;
  const [request, setRequest] = useState<Request>();
  const [app, setApp] = useState<{ readonly secret: string; readonly uri: string }>();
  const [codes, setCodes] = useState<readonly string[]>();
  const isOn = since !== undefined;
  const busy = app !== undefined || codes !== undefined;
  return (
    <Panel
      title={factorText.title}
      aside={<Chip tone={isOn ? "good" : "waiting"}>{isOn ? factorText.on : factorText.off}</Chip>}
    >
      <Text mb="3">
        {isOn ? `${factorText.onText(dayOf(since))} ${factorText.codesLeft(recoveryCodesLeft)}` : factorText.offText}
      </Text>
      {isOn && recoveryCodesLeft <= FEW_CODES && <Text mb="3">{factorText.fewCodes}</Text>}
      {isOn && secondFactorRequired && (
        <Text mb="3" color="muted">
          {factorText.required}
        </Text>
      )}
      {app !== undefined && (
        <ScanStep
          {...app}
          onConfirmed={(newCodes) => {
            setApp(undefined);
            setCodes(newCodes);
          }}
          onCancel={() => setApp(undefined)}
        />
      )}
      {codes !== undefined && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      {!busy && (
        <Flex gap="2" wrap="wrap">
          <Button size="sm" variant={isOn ? "outline" : "solid"} onClick={() => setRequest("begin")}>
            <ShieldCheck aria-hidden />
            <span>{isOn ? factorText.replace : factorText.begin}</span>
          </Button>
          {isOn && (
            <Button size="sm" variant="outline" onClick={() => setRequest("renew")}>
              <RefreshCw aria-hidden />
              <span>{factorText.renew}</span>
            </Button>
          )}
          {isOn && !secondFactorRequired && (
            <Button size="sm" variant="outline" onClick={() => setRequest("remove")}>
              <ShieldOff aria-hidden />
              <span>{factorText.remove}</span>
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
