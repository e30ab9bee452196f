import { Grid, GridItem } from "@chakra-ui/react";
import { PhoneField, TextField } from "./fields/text-field";

const both = { base: 1, sm: 2 } as const;

/** Step 1: who somebody is. */
export function PersonalStep() {
  return (
    <Grid templateColumns={{ base: "minmax(0, 1fr)", sm: "1fr 1fr" }} columnGap="5" rowGap="5">
      <GridItem colSpan={both}>
        <TextField name="fullName" input={{ autoComplete: "name" }} />
      </GridItem>
      <GridItem colSpan={both}>
        <TextField name="email" input={{ autoComplete: "email", type: "email", inputMode: "email" }} />
      </GridItem>
      <GridItem>
        <PhoneField name="phoneNumber" />
      </GridItem>
      <GridItem>
        <PhoneField name="whatsappNumber" />
      </GridItem>
      <GridItem colSpan={both}>
        <TextField name="brandName" input={{ autoComplete: "organization" }} />
      </GridItem>
    </Grid>
  );
}
