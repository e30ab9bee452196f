import { Box, Grid, Text } from "@chakra-ui/react";
import { useGetOwnAccountQuery } from "../../../api/admin-api";
import { useSession } from "../frame/session";
import { Loaded } from "../parts/loaded";
import { Panel } from "../parts/panel";
import { dayOf } from "../parts/when";
import { strings } from "./account.strings";
import { Administrators } from "./administrators";
import { ChangePassword } from "./change-password";
import { SecondFactor } from "./second-factor";
import { Sessions } from "./sessions";

/** ?view=account: one's own password, second factor and sessions; for operators also who else may log in. */
export function AccountView() {
  const { mayChange } = useSession();
  const query = useGetOwnAccountQuery();
  return (
    <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} alignItems="start">
      <Box gridColumn="1 / -1" minWidth="0">
        <Loaded query={query} loading={strings.loading} failed={strings.failed}>
          {(account) => (
            <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }} alignItems="start">
              <SecondFactor account={account} />
              <Grid gap="5" minWidth="0">
                <Panel title={strings.password.title} aside={<ChangePassword />}>
                  <Text>{strings.password.setOn(dayOf(account.passwordSetAt))}</Text>
                </Panel>
                <Sessions sessions={account.sessions} />
              </Grid>
            </Grid>
          )}
        </Loaded>
      </Box>
      {mayChange && (
        <Box gridColumn="1 / -1" minWidth="0">
          <Administrators />
        </Box>
      )}
    </Grid>
  );
}
