import { Flex } from "@chakra-ui/react";
import { Administrators } from "./administrators";
import { RolePreview } from "./role-preview";

/** ?view=team: who works with us, in which role and where, and what a role shows. */
export function TeamView() {
  return (
    <Flex direction="column" gap="5">
      <Administrators />
      <RolePreview />
    </Flex>
  );
}
