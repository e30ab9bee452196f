import { Box, chakra, Flex, Text } from "@chakra-ui/react";
import { orderPath, PATHS } from "@sakhi/domain/site/routes";
import { MailCheck, MailWarning } from "lucide-react";
import { useCorrectReceiptEmailMutation, useGetBookingReceiptQuery } from "../../api/mela-api";
import { AddressCorrection } from "../../shared/address-correction";
import { indianMoment } from "../../shared/refund-label";
import { useUntilSent } from "../../shared/use-until-sent";
import { card } from "../../ui/card";
import { LinkButton } from "../../ui/link-button";
import { rupees } from "../../ui/money";
import { DecorativeIcon, LabelledFact } from "../../ui/sign";
import { strings } from "./mela.strings";
import { missingStrings } from "./pay.strings";

const texts = strings.receipt;

/**
 * What was paid and where the confirmation goes. The address is shown only in the browser that paid, with a way to
 * correct it; elsewhere a link in our mail leads to the booking.
 */
export function Receipt({ orderId, amount }: { readonly orderId: string; readonly amount: number | undefined }) {
  const [correct] = useCorrectReceiptEmailMutation();
  const { currentData: receipt, refetch } = useUntilSent(useGetBookingReceiptQuery, orderId);
  const own = receipt ?? undefined;
  return (
    <chakra.section
      aria-labelledby="receipt"
      {...card}
      p={{ base: "5", md: "7" }}
      display="grid"
      gridTemplateColumns="minmax(0, 1fr)"
      gap="4"
    >
      <chakra.h2 id="receipt" textStyle="h3">
        {texts.title}
      </chakra.h2>
      <chakra.dl display="grid" gridTemplateColumns={{ base: "1fr", sm: "auto 1fr" }} columnGap="8" rowGap="3">
        {amount !== undefined && (
          <LabelledFact name={texts.paid}>
            <chakra.span fontVariantNumeric="tabular-nums">{rupees(amount)}</chakra.span>
          </LabelledFact>
        )}
        {own !== undefined && (
          <LabelledFact name={texts.sentTo}>
            <chakra.span overflowWrap="anywhere">{own.email}</chakra.span>
          </LabelledFact>
        )}
      </chakra.dl>
      <Text display="flex" gap="3" alignItems="flex-start">
        <DecorativeIcon
          icon={own?.mail === "failed" ? MailWarning : MailCheck}
          size={22}
          as="span"
          color={own?.mail === "failed" ? "alarm.text" : "leaf.text"}
          pt="1"
        />
        <span>{own?.mail === "failed" ? texts.failed : strings.payment.invoice}</span>
      </Text>
      {own?.missing !== undefined && (
        <Box bg="marigold.soft" borderRadius="card" p="4" overflowWrap="anywhere">
          <Text fontWeight="700">{missingStrings.title(own.missing.papers.length)}</Text>
          <Text>{missingStrings.text(own.missing.papers, indianMoment(own.missing.until))}</Text>
        </Box>
      )}
      {own?.correctable === true && (
        <AddressCorrection orderId={orderId} email={own.email} correct={correct} onCorrected={() => void refetch()} />
      )}
      <Flex gap="3" direction={{ base: "column", sm: "row" }}>
        {own !== undefined && (
          <LinkButton to={orderPath(PATHS.myBooking, orderId)} variant="outline" label={texts.manage} />
        )}
        <LinkButton to={PATHS.findBooking} variant={own === undefined ? "outline" : "plain"} label={texts.find} />
      </Flex>
    </chakra.section>
  );
}
