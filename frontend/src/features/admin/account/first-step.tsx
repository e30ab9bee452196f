import { Box, Button, Text } from "@chakra-ui/react";
import { useGetOwnAccountQuery } from "../../../api/admin-api";
import type { AccountStep } from "../../../api/admin-api";
import { Loaded } from "../parts/loaded";
import { Panel } from "../parts/panel";
import { strings } from "./account.strings";
import { ChangePassword } from "./change-password";
import { SecondFactor } from "./second-factor";

const words = strings.first;

function SetUp({ onDone }: { readonly onDone: () => void }) {
  const query = useGetOwnAccountQuery();
  return (
    <Loaded query={query} loading={strings.loading} failed={strings.failed}>
      {(account) => (
        <>
          <SecondFactor account={account} />
          {account.secondFactorSince !== undefined && (
            <Button mt="5" onClick={onDone}>
              {words.goOn}
            </Button>
          )}
        </>
      )}
    </Loaded>
  );
}

/**
 * What an administrator must do before the dashboard opens: nothing else is answered until then.
 *
 * @param props.onDone they want to go on; not called after a changed password, for the login follows
 */
export function FirstStep({ step, onDone }: { readonly step: AccountStep; readonly onDone: () => void }) {
  const isPassword = step === "password_change_required";
  const { title, text } = isPassword ? words.password : words.factor;
  return (
    <Box maxWidth="60rem" display="grid" gap="5">
      <Panel title={title} aside={isPassword && <ChangePassword prominent />}>
        <Text>{text}</Text>
      </Panel>
      {!isPassword && <SetUp onDone={onDone} />}
    </Box>
  );
}
