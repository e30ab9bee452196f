import { Box, Button, chakra, Flex, Text } from "@chakra-ui/react";
import { PATHS, orderPath } from "@sakhi/domain/site/routes";
import { Copy } from "lucide-react";
import { useEffect } from "react";
import { Link, Navigate } from "react-router-dom";
import { useCorrectListingEmailMutation, useGetListingReceiptQuery } from "../../api/brand-api";
import { type ListingPaymentStatusReply, useGetListingPaymentStatusQuery } from "../../api/listing-api";
import { AddressCorrection } from "../../shared/address-correction";
import { MoneyNotes, PaidPage, PaymentPending } from "../../shared/paid";
import { PaidReturn, PaymentReturn } from "../../shared/payments/payment-return";
import { useReadStatus } from "../../shared/payments/status-check";
import { useUntilSent } from "../../shared/use-until-sent";
import { BlockPrintBand } from "../../ui/block-print";
import { buttonStack, card, tapLinks } from "../../ui/card";
import { LinkButton } from "../../ui/link-button";
import { Kicker } from "../../ui/opening";
import { LabelledFact } from "../../ui/sign";
import { Support } from "../../ui/support";
import { useCopyText } from "../../ui/toast";
import { strings } from "./join.strings";
import { MakeYourPage } from "./make-your-page";
import { NextSteps } from "./next-steps";
import { clearDraftOf } from "./stored-draft";
import { renewalOf } from "./use-listing-checkout";

function Receipt({ status, renewed }: { readonly status: ListingPaymentStatusReply; readonly renewed: boolean }) {
  const copyText = useCopyText();
  const { success } = strings;
  const rows = [
    [success.name, status.fullName],
    [success.fee, success.paid],
    [success.status, statusOf(status, renewed)],
  ] as const;
  return (
    <chakra.article {...card} aria-label={success.ticket} overflow="hidden" borderRadius="18px">
      <BlockPrintBand />
      <Box p={{ base: "5", md: "8" }}>
        <Kicker>{success.kicker}</Kicker>
        <Text
          fontFamily="heading"
          fontWeight="700"
          fontSize="clamp(1.75rem, 1.4rem + 1.6vw, 2.5rem)"
          lineHeight="1.25"
          color="indigo.text"
          overflowWrap="anywhere"
        >
          {status.brandName}
        </Text>
        <chakra.dl
          display="grid"
          gridTemplateColumns={{ base: "minmax(0, 1fr)", sm: "repeat(3, minmax(0, 1fr))" }}
          gap="4"
          mt="5"
        >
          {rows.map(([name, value]) => (
            <LabelledFact key={name} name={name} fontSize="1.125rem">
              {value}
            </LabelledFact>
          ))}
        </chakra.dl>
      </Box>
      <Flex
        borderTopWidth="2px"
        borderTopStyle="dashed"
        px={{ base: "5", md: "8" }}
        py="4"
        gap="3"
        align="center"
        justify="space-between"
        wrap="wrap"
      >
        <Box minWidth="0">
          <Text textStyle="label" color="muted">
            {success.orderId}
          </Text>
          <Text fontWeight="600" overflowWrap="anywhere">
            {status.orderId}
          </Text>
        </Box>
        <Button
          variant="outline"
          size="sm"
          onClick={() => void copyText(status.orderId, strings.toasts.copied, strings.toasts.notCopied)}
        >
          <Copy aria-hidden />
          <span>{success.copy}</span>
        </Button>
      </Flex>
    </chakra.article>
  );
}

/** Where the invoice and the link to her page go, in the browser that paid only, with a way to correct it. */
function SentTo({ orderId }: { readonly orderId: string }) {
  const [correct] = useCorrectListingEmailMutation();
  const { currentData: receipt, refetch } = useUntilSent(useGetListingReceiptQuery, orderId);
  const { sentTo } = strings;
  if (receipt === undefined || receipt === null) {
    // Another device, or a day later.
    return receipt === null ? (
      <Text>
        <span>{`${sentTo.elsewhere} `}</span>
        <Link to={PATHS.findBooking}>{sentTo.find}</Link>
      </Text>
    ) : null;
  }
  return (
    <chakra.section {...card} aria-labelledby="sent-to" p={{ base: "5", md: "7" }}>
      <chakra.h2 id="sent-to" textStyle="h3">
        {sentTo.title}
      </chakra.h2>
      <Text mt="2" fontWeight="600" overflowWrap="anywhere">
        {receipt.email}
      </Text>
      <Text mt="1" color={receipt.mail === "failed" ? "alarm.text" : undefined}>
        {receipt.mail === "failed" ? sentTo.failed : sentTo.text}
      </Text>
      <Text mt="1" css={tapLinks}>
        <Link to={PATHS.findBooking}>{sentTo.find}</Link>
      </Text>
      {receipt.correctable && (
        <AddressCorrection
          orderId={orderId}
          email={receipt.email}
          correct={correct}
          onCorrected={() => void refetch()}
        />
      )}
    </chakra.section>
  );
}

/** Label of the paid listing's status. */
function statusOf({ outcome }: ListingPaymentStatusReply, renewed: boolean): string {
  if (outcome.status === "live") return renewed ? strings.success.renewed : strings.outcome.live;
  if (outcome.status === "expired") return strings.outcome.expired;
  return renewed ? strings.success.renewed : strings.success.inReview;
}

function leadOf({ brandName, outcome }: ListingPaymentStatusReply, renewed: boolean): string {
  if (outcome.status === "expired") return strings.outcome.expiredText(brandName);
  if (renewed) return strings.success.renewedText(brandName);
  return outcome.status === "live" ? strings.outcome.liveText(brandName) : strings.success.text(brandName);
}

function Paid({ status }: { readonly status: ListingPaymentStatusReply }) {
  const { success } = strings;
  const { orderId } = status;
  const renewed = renewalOf(orderId) !== undefined;
  useEffect(() => {
    clearDraftOf(orderId);
  }, [orderId]);
  return (
    <PaidPage title={success.title} lead={leadOf(status, renewed)} gap="8">
      <MoneyNotes outcome={status.outcome} what="listing" />
      <Receipt status={status} renewed={renewed} />
      <SentTo orderId={orderId} />
      {!renewed && status.outcome.status !== "expired" && <MakeYourPage to={orderPath(PATHS.myBrand, orderId)} />}
      {(renewed || (status.outcome.status ?? "in_review") === "in_review") && (
        <NextSteps title={success.nextTitle} steps={renewed ? success.renewedNext : success.next} />
      )}
      <Flex {...buttonStack}>
        <LinkButton to={PATHS.home} label={success.home} />
        <Support />
      </Flex>
    </PaidPage>
  );
}

function Checked({ orderId }: { readonly orderId: string }) {
  // Reuses the failure page's cached response: no second request, and no redirect loop.
  const check = useReadStatus(useGetListingPaymentStatusQuery(orderId), ({ status }) => status);
  return (
    <PaidReturn
      orderId={orderId}
      check={check}
      unpaidPath={PATHS.listingUnpaid}
      paid={(status) => <Paid status={status} />}
      waiting={
        // The failure page polls.
        check.over ? (
          <Navigate replace to={orderPath(PATHS.listingUnpaid, orderId)} />
        ) : (
          <PaymentPending title={strings.verifying} text={strings.verifyingText} />
        )
      }
    />
  );
}

/** /payment-success: works on any device that has the order's id (T-105 to T-109). */
export function ListingPaymentSuccessPage() {
  return (
    <PaymentReturn missing={<Navigate replace to={PATHS.listingUnpaid} />}>
      {(orderId) => <Checked key={orderId} orderId={orderId} />}
    </PaymentReturn>
  );
}
