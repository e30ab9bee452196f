import { Box, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import {
  type Access,
  ADMINISTRATOR_ROLES,
  ALL_RIGHTS,
  hasRight,
  isEventRight,
  type Right,
  ROLE_RIGHTS,
} from "@sakhi/domain/access/rights";
import { RIGHTS, ROLE_PURPOSES } from "@sakhi/domain/access/rights.words";
import { RIGHT_CALLS } from "../../../api/generated/right-calls";
import { Choice } from "../../../ui/choice";
import { strings as frame } from "../admin.strings";
import { viewNamesFor, viewNamesOf } from "../frame/view-rights";
import { useAddress } from "../parts/address";
import { Panel } from "../parts/panel";
import { strings } from "./team.strings";

const texts = strings.preview;

/** What a right opens: the views of the dashboard, and each call in the words of the API's description. */
function Opens({ right }: { readonly right: Right }) {
  const { reads, changes } = viewNamesOf(right);
  const named = (views: typeof reads) => views.map((name) => frame.views[name]).join(", ");
  const calls = RIGHT_CALLS[right] ?? [];
  if (reads.length + changes.length + calls.length === 0) return <Text color="muted">{texts.opensNothing}</Text>;
  return (
    <chakra.ul display="grid" gap="1" listStyleType="none" ps="5" pb="2" textStyle="small">
      {reads.length > 0 && <li>{texts.opensViews(named(reads))}</li>}
      {changes.length > 0 && <li>{texts.changesIn(named(changes))}</li>}
      {calls.map(({ text, also }) => (
        <li key={text}>
          <span lang="en">{text}</span>
          {also !== undefined && (
            <chakra.span color="muted">{` ${texts.needsAlso(also.map((each) => RIGHTS[each]))}`}</chakra.span>
          )}
        </li>
      ))}
    </chakra.ul>
  );
}

function Sentences({ title, rights }: { readonly title: string; readonly rights: readonly Right[] }) {
  if (rights.length === 0) return null;
  return (
    <Box minWidth="0">
      <chakra.h3 textStyle="h3" mb="2">
        {title}
      </chakra.h3>
      <chakra.ul display="grid" listStyleType="none">
        {rights.map((right) => (
          <li key={right}>
            <details>
              <chakra.summary minHeight="tap" py="2" cursor="pointer" overflowWrap="anywhere">
                {RIGHTS[right]}
              </chakra.summary>
              <Opens right={right} />
            </details>
          </li>
        ))}
      </chakra.ul>
    </Box>
  );
}

/** What somebody in a role, at all events or named ones, sees of the dashboard, and may do. Both choices are in the address. */
export function RolePreview() {
  const { get, put } = useAddress();
  const role = ADMINISTRATOR_ROLES.find((each) => each === get("role")) ?? "viewer";
  const isOfAll = ROLE_RIGHTS[role].allEvents === true || get("at") !== "some";
  const access: Access = { role, events: isOfAll ? null : ["one-of-hers"] };
  const views = viewNamesFor(access);
  const may = ALL_RIGHTS.filter((right) => hasRight(access, right));
  return (
    <Panel title={texts.title}>
      <Text color="muted" mb="3">
        {texts.lead}
      </Text>
      <Flex gap="4" wrap="wrap" mb="4">
        <Box minWidth="14rem">
          <Choice
            label={strings.role}
            value={role}
            options={ADMINISTRATOR_ROLES.map((each) => [each, frame.frame.roles[each]] as const)}
            onChange={(chosen) => put({ role: chosen })}
          />
        </Box>
        {ROLE_RIGHTS[role].allEvents !== true && (
          <Box minWidth="14rem">
            <Choice
              label={texts.where}
              value={isOfAll ? "all" : "some"}
              options={[
                ["all", texts.all],
                ["some", texts.some],
              ]}
              onChange={(chosen) => put({ at: chosen === "all" ? "" : chosen })}
            />
          </Box>
        )}
      </Flex>
      <Box aria-live="polite">
        <Text mb="4">
          <strong>{ROLE_PURPOSES[role]}</strong>
          {!isOfAll && may.some(isEventRight) && <span> {texts.ownEvents}</span>}
          {!may.includes("contacts.read") && role !== "gate" && <span> {texts.hidden}</span>}
        </Text>
        <chakra.h3 textStyle="h3" mb="2">
          {texts.views}
        </chakra.h3>
        {role === "gate" ? (
          <Text mb="4">{texts.noViews}</Text>
        ) : (
          <chakra.ul display="flex" gap="2" flexWrap="wrap" mb="4">
            {views.map((name) => (
              <chakra.li key={name} px="3" py="1" borderRadius="full" bg="indigo.soft" color="indigo.text">
                {frame.views[name]}
              </chakra.li>
            ))}
          </chakra.ul>
        )}
        <Grid gap="5" templateColumns={{ base: "minmax(0, 1fr)", lg: "1fr 1fr" }}>
          <Sentences title={texts.may} rights={may} />
          <Sentences title={texts.mayNot} rights={ALL_RIGHTS.filter((right) => !may.includes(right))} />
        </Grid>
      </Box>
    </Panel>
  );
}
