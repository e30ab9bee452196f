import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { MakeTokenDto } from "@sakhi/domain/accounts/access-token.dto";
import { TOKEN_DAY_CHOICES, TOKEN_DAYS, TOKEN_SCOPES } from "@sakhi/domain/accounts/access-token.rules";
import { KeyRound } from "lucide-react";
import { useState } from "react";
import {
  type AccessToken,
  useListAccessTokensQuery,
  useListEventsQuery,
  useMakeAccessTokenMutation,
  useRevokeAccessTokenMutation,
} from "../../../api/admin-api";
import { ActionDialog, ConfirmDialog } from "../parts/action-dialog";
import { doneText } from "../parts/done-text";
import { dayOf } from "../parts/labels";
import { Loaded, Nothing, Panel } from "../parts/panel";
import { ShownOnce } from "../parts/shown-once";
import { strings } from "./account.strings";
import { codeField, passwordField } from "./proof-fields";

const texts = strings.tokens;

function Make({ onMade, onClose }: { readonly onMade: (token: string) => void; readonly onClose: () => void }) {
  const [make] = useMakeAccessTokenMutation();
  const { data: events = [] } = useListEventsQuery();
  return (
    <ActionDialog<MakeTokenDto>
      title={texts.make}
      dto={MakeTokenDto}
      initial={{
        name: "",
        scopes: ["bookings:read"],
        days: TOKEN_DAYS.usual,
        events: [],
        currentPassword: "",
        code: "",
      }}
      fields={() => [
        { name: "name", label: texts.name, help: texts.nameHelp },
        {
          ...{ name: "scopes", label: texts.what, several: true },
          options: TOKEN_SCOPES.map((scope) => [scope, texts.scopes[scope]] as const),
        },
        {
          ...{ name: "days", label: texts.days, number: true },
          options: TOKEN_DAY_CHOICES.map((days) => [String(days), texts.dayChoice(days)] as const),
        },
        ...(events.length > 1
          ? [
              {
                ...({ name: "events", label: texts.which, several: true } as const),
                options: events.map(({ slug, title }) => [slug, title] as const),
              },
            ]
          : []),
        passwordField,
        codeField,
      ]}
      consequence={() => texts.consequence}
      texts={texts}
      run={async (makeTokenDto) => {
        onMade((await make(makeTokenDto).unwrap()).token);
        return texts.made;
      }}
      onClose={onClose}
    />
  );
}

function Token({ token, onRevoke }: { readonly token: AccessToken; readonly onRevoke: () => void }) {
  const { name, scopes, events, expiresAt, lastUsedOn } = token;
  return (
    <chakra.li borderTopWidth="1px" pt="2">
      <Flex justify="space-between" align="center" gap="3" wrap="wrap">
        <Box minWidth="0" flex="1 1 14rem">
          <chakra.strong overflowWrap="anywhere">{name}</chakra.strong>
          <Box textStyle="small" color="muted">
            {`${texts.line(scopes, dayOf(expiresAt))}, ${lastUsedOn === undefined ? texts.unused : texts.used(dayOf(lastUsedOn))}`}
          </Box>
          {events !== undefined && (
            <Box textStyle="small" color="muted">
              {texts.events(events)}
            </Box>
          )}
        </Box>
        <Button size="sm" variant="outline" aria-label={texts.revokeLabel(name)} onClick={onRevoke}>
          {texts.revoke}
        </Button>
      </Flex>
    </chakra.li>
  );
}

/** The caller's access tokens: makes, lists and revokes them. */
export function AccessTokens({ hasFactor }: { readonly hasFactor: boolean }) {
  const query = useListAccessTokensQuery();
  const [revoke] = useRevokeAccessTokenMutation();
  const [making, setMaking] = useState(false);
  const [made, setMade] = useState<string>();
  const [revoking, setRevoking] = useState<AccessToken>();
  return (
    <Panel
      title={texts.title}
      aside={
        hasFactor && (
          <Button size="sm" variant="outline" onClick={() => setMaking(true)}>
            <KeyRound aria-hidden />
            <span>{texts.make}</span>
          </Button>
        )
      }
    >
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      {!hasFactor && <Text mb="3">{texts.needsFactor}</Text>}
      {made !== undefined && <ShownOnce texts={texts.shown} secret={made} onDone={() => setMade(undefined)} />}
      <Loaded query={query} loading={texts.loading} failed={texts.failed}>
        {(tokens) =>
          tokens.length === 0 ? (
            <Nothing>{texts.none}</Nothing>
          ) : (
            <chakra.ul display="grid" gap="2">
              {tokens.map((token) => (
                <Token key={token.id} token={token} onRevoke={() => setRevoking(token)} />
              ))}
            </chakra.ul>
          )
        }
      </Loaded>
      {making && <Make onMade={setMade} onClose={() => setMaking(false)} />}
      {revoking !== undefined && (
        <ConfirmDialog
          danger
          title={texts.revokeLabel(revoking.name)}
          consequence={texts.revokeConsequence(revoking.name)}
          texts={{ confirm: texts.revoke, pending: texts.revokePending }}
          run={async () => doneText((await revoke(revoking.id).unwrap()).message, strings.done.tokenRevoked)}
          onClose={() => setRevoking(undefined)}
        />
      )}
    </Panel>
  );
}
