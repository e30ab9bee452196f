import { Box, chakra, Text } from "@chakra-ui/react";
import { FindListingDto } from "@sakhi/domain/brands/my-brand.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { MailCheck } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import { useFindMyListingMutation } from "../../api/brand-api";
import { userMessage } from "../../api/failure";
import { dtoResolver } from "../../ui/dto-resolver";
import { LinkButton } from "../../ui/link-button";
import { OutcomePage } from "../../ui/outcome";
import { PageBody, PageHeading, useDocumentTitle } from "../../ui/page";
import { SteadyButton } from "../../ui/steady-button";
import { Support } from "../../ui/support";
import { TextField } from "../../ui/text-field";
import { tidyRegister } from "../../ui/tidy-fields";
import { strings } from "./my-brand.strings";

/** Sends a new link to the listing's address. Responds identically whether or not there is a listing. */
export function FindListingPage() {
  useDocumentTitle(strings.findTitle);
  const [find] = useFindMyListingMutation();
  const [message, setMessage] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const form = useForm<FindListingDto>({
    resolver: dtoResolver(FindListingDto),
    defaultValues: { contact: "" },
    mode: "onTouched",
  });
  const register = tidyRegister(form, FindListingDto);
  const { errors, isSubmitting } = form.formState;
  const send = form.handleSubmit(async ({ contact }) => {
    setProblem(undefined);
    const { data, error } = await find({ contact });
    if (data === undefined) setProblem(userMessage(error, strings.findFailed));
    else setMessage(data.message);
  });
  if (message !== undefined) {
    return (
      <OutcomePage
        icon={MailCheck}
        tone="good"
        title={strings.findDone}
        text={[message]}
        actions={
          <>
            <LinkButton to={PATHS.home} label="Home" />
            <Support />
          </>
        }
      />
    );
  }
  return (
    <PageBody narrow>
      <PageHeading>{strings.findTitle}</PageHeading>
      <Text textStyle="lead" mt="3">
        {strings.findLead}
      </Text>
      <chakra.form noValidate mt="6" onSubmit={(event) => void send(event)}>
        <TextField
          label={strings.findContact}
          help={strings.findContactHelp}
          error={errors.contact?.message}
          registration={register("contact")}
          input={{ autoComplete: "email" }}
        />
        <Box role="alert" mt="4" fontWeight="600" color="alarm.text">
          {problem}
        </Box>
        <SteadyButton type="submit" mt="4" off={isSubmitting}>
          {isSubmitting ? strings.findSending : strings.findButton}
        </SteadyButton>
      </chakra.form>
    </PageBody>
  );
}
