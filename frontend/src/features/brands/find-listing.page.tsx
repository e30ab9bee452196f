import { FindListingDto } from "@sakhi/domain/brands/my-brand.dto";
import { PATHS } from "@sakhi/domain/site/routes";
import { useFindMyListingMutation } from "../../api/brand-api";
import { FindByContact } from "../../shared/find-by-contact";
import { LinkButton } from "../../ui/link-button";
import { TextField } from "../../ui/text-field";
import { strings } from "./find-listing.strings";

/** Sends a new link to the listing's address. */
export function FindListingPage() {
  const [find] = useFindMyListingMutation();
  return (
    <FindByContact<FindListingDto>
      texts={strings}
      dto={FindListingDto}
      initial={{ contact: "" }}
      find={({ contact }) => find({ contact })}
      action={<LinkButton to={PATHS.home} label="Home" />}
      fields={(form, register) => (
        <TextField
          label={strings.findContact}
          help={strings.findContactHelp}
          error={form.formState.errors.contact?.message}
          registration={register("contact")}
          input={{ autoComplete: "email" }}
        />
      )}
    />
  );
}
