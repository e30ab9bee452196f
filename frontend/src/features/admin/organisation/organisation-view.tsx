import { Box, Flex } from "@chakra-ui/react";
import { ORGANISATION_FIELDS } from "@sakhi/domain/events/event.fields";
import { ChangeOrganisationDto } from "@sakhi/domain/operator/event-facts.dto";
import { useState } from "react";
import { useChangeOrganisationMutation, useGetManagedFactsQuery } from "../../../api/admin-api";
import { strings } from "../event/event.strings";
import { FactsDialog, FactsPanel } from "../event/facts-form";
import { Loaded } from "../parts/panel";
import { useSession } from "../parts/session";

/** ?view=organisation: who runs all events: name, addresses, GST number and contact, on pages, mails and invoices. */
export function OrganisationView() {
  const { canEdit } = useSession();
  const query = useGetManagedFactsQuery(undefined);
  const [changeOrganisation] = useChangeOrganisationMutation();
  const [isChanging, setIsChanging] = useState(false);
  const texts = strings.organisation;
  return (
    <Loaded query={query} loading={texts.loading} failed={texts.failed}>
      {(facts) => (
        <Flex direction="column" gap="5">
          <Box maxWidth="text">{texts.lead}</Box>
          <FactsPanel
            title={texts.title}
            label={texts.dialog}
            fields={ORGANISATION_FIELDS}
            row={{ ...facts.organisation }}
            onChange={canEdit ? () => setIsChanging(true) : undefined}
          />
          {isChanging && (
            <FactsDialog
              title={texts.dialog}
              texts={texts}
              dto={ChangeOrganisationDto}
              fields={ORGANISATION_FIELDS}
              row={{ ...facts.organisation }}
              note={texts.invoices}
              save={(dto) => changeOrganisation(dto).unwrap()}
              onClose={() => setIsChanging(false)}
            />
          )}
        </Flex>
      )}
    </Loaded>
  );
}
