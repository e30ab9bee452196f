import { Box, chakra, Flex, type FlexProps } from "@chakra-ui/react";
import type { PriceSummary as Price } from "@sakhi/domain/coupons/coupon.rules";
import { stallTax } from "@sakhi/domain/invoices/stall-tax";
import { formatPaise, type Paise, toRupees } from "@sakhi/domain/money/money";
import { PartyPopper } from "lucide-react";
import type { ReactElement } from "react";
import type { MyHold } from "../../api/mela-api";
import { rupees } from "../../ui/money";
import { strings } from "./mela.strings";

function Row({
  name,
  amount,
  strong = false,
  ...row
}: FlexProps & { readonly name: string; readonly amount: string; readonly strong?: boolean }) {
  return (
    <Flex
      justify="space-between"
      align="baseline"
      wrap="wrap"
      columnGap="4"
      py="1.5"
      {...(strong ? { borderTopWidth: "2px", borderTopStyle: "dashed", borderColor: "edge", mt: "2", pt: "3" } : {})}
      {...row}
    >
      <chakra.dt fontWeight={strong ? "600" : undefined}>{name}</chakra.dt>
      <chakra.dd fontVariantNumeric="tabular-nums" textStyle={strong ? "price" : undefined}>
        {amount}
      </chakra.dd>
    </Flex>
  );
}

/** Original price, discount, total (T-180), and below it the tax that the total includes. */
export function PriceSummary({ price, children }: { readonly price: Price; readonly children: ReactElement | false }) {
  const { pricePaise, discountPercentage, discountPaise, totalPaise } = price;
  const saved = discountPaise > 0;
  return (
    <section aria-labelledby="price-summary">
      <chakra.h2 id="price-summary" textStyle="h3" mb="2">
        {strings.register.summary}
      </chakra.h2>
      <chakra.dl>
        {/* Without a discount it is the total, below. */}
        {saved && <Row name={strings.register.original} amount={rupees(toRupees(pricePaise))} />}
        {saved && (
          <Row name={strings.register.discount(discountPercentage)} amount={`−${rupees(toRupees(discountPaise))}`} />
        )}
        <Row
          strong
          name={strings.register.total}
          amount={rupees(toRupees(totalPaise))}
          {...(saved ? {} : { borderTopWidth: "0", mt: "0", pt: "0" })}
        />
      </chakra.dl>
      <Box textStyle="small" color="muted">
        {strings.register.gstIncluded}
      </Box>
      {children}
      {saved && (
        <Box
          mt="3"
          px="4"
          py="2.5"
          bg="leaf.solid"
          borderRadius="card"
          fontWeight="600"
          display="flex"
          gap="2"
          alignItems="center"
          css={{ color: "#fff" }}
        >
          <PartyPopper size={20} aria-hidden />
          <span>{strings.register.saved(rupees(toRupees(discountPaise)))}</span>
        </Box>
      )}
    </section>
  );
}

/** The tax included in the total, as rows of a price list. */
export function TaxSplit({
  totalPaise,
  gst,
  gstNumber,
}: {
  readonly totalPaise: Paise;
  readonly gst: MyHold["gst"];
  /** As typed. */
  readonly gstNumber: string;
}) {
  const { taxablePaise, heads } = stallTax(totalPaise, gst, gstNumber);
  const rows = [
    [strings.register.taxable, taxablePaise] as const,
    ...heads.map(({ name, ratePercent, paise }) => [strings.register.taxHead(name, ratePercent), paise] as const),
  ];
  return (
    <chakra.dl textStyle="small" color="muted" mt="1" aria-label={strings.register.gstIncluded}>
      {rows.map(([name, paise]) => (
        <Row key={name} name={name} amount={`₹${formatPaise(paise)}`} py="0" />
      ))}
    </chakra.dl>
  );
}
