import { Box, chakra } from "@chakra-ui/react";
import type { PriceSummary as Price } from "@sakhi/domain/coupons/coupon.rules";
import { toRupees } from "@sakhi/domain/money/money";
import { PartyPopper } from "lucide-react";
import { rupees } from "../../../ui/money";
import { strings } from "../mela.strings";

function Row({
  name,
  amount,
  strong = false,
}: {
  readonly name: string;
  readonly amount: string;
  readonly strong?: boolean;
}) {
  return (
    <Box
      display="flex"
      justifyContent="space-between"
      alignItems="baseline"
      gap="4"
      py="1.5"
      {...(strong
        ? { borderTopWidth: "2px", borderTopStyle: "dashed", borderColor: "edge", mt: "2", pt: "3" }
        : {})}
    >
      <chakra.dt fontWeight={strong ? "600" : undefined}>{name}</chakra.dt>
      <chakra.dd fontVariantNumeric="tabular-nums" textStyle={strong ? "price" : undefined}>
        {amount}
      </chakra.dd>
    </Box>
  );
}

/** Original price, discount and total (T-180). */
export function PriceSummary({ price }: { readonly price: Price }) {
  const { pricePaise, discountPercentage, discountPaise, totalPaise } = price;
  const saved = discountPaise > 0;
  return (
    <section aria-labelledby="price-summary">
      <chakra.h2 id="price-summary" textStyle="h3" mb="2">
        {strings.register.summary}
      </chakra.h2>
      <chakra.dl>
        <Row name={strings.register.original} amount={rupees(toRupees(pricePaise))} />
        {saved && (
          <Row
            name={strings.register.discount(discountPercentage)}
            amount={`−${rupees(toRupees(discountPaise))}`}
          />
        )}
        <Row strong name={strings.register.total} amount={rupees(toRupees(totalPaise))} />
      </chakra.dl>
      <Box textStyle="small" color="muted">
        {strings.register.gstIncluded}
      </Box>
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
          {strings.register.saved(rupees(toRupees(discountPaise)))}
        </Box>
      )}
    </section>
  );
}
