import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import { IndianRupee } from "lucide-react";
import { useState } from "react";
import { type ManagedEvent, useChangeTypePriceMutation } from "../../../api/admin-api";
import { rupees } from "../../../ui/money";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { Facts, Panel } from "../parts/panel";
import { strings } from "./event.strings";

const texts = strings.types;

type StallType = ManagedEvent["types"][number];

function TypePrice({
  slug,
  type: { key, label, price: before, stallsAtPrice },
  onClose,
}: {
  readonly slug: string;
  readonly type: StallType;
  readonly onClose: () => void;
}) {
  const [change] = useChangeTypePriceMutation();
  return (
    <ActionDialog
      title={texts.dialog(label)}
      dto={ChangeStallPriceDto}
      initial={{ price: before, reason: "" }}
      fields={() => [{ name: "price", label: texts.field, number: true }, reasonField()]}
      consequence={({ price }) => {
        const after = Number(price);
        const isPrice = Number.isFinite(after) && after > 0 && after !== before;
        return isPrice ? texts.consequence(stallsAtPrice, rupees(before), rupees(after)) : strings.unchanged;
      }}
      texts={texts}
      run={async (changeStallPriceDto) => {
        await change({ slug, key, changeStallPriceDto }).unwrap();
        return texts.done(label);
      }}
      onClose={onClose}
    />
  );
}

/** The stall types of an event with their prices, which operators change. */
export function StallTypes({ event, canEdit }: { readonly event: ManagedEvent; readonly canEdit: boolean }) {
  const [changing, setChanging] = useState<StallType>();
  return (
    <Panel title={texts.title}>
      <Text color="muted" mb="4">
        {texts.lead}
      </Text>
      <Flex direction="column" gap="4">
        {event.types.map((type) => {
          const apart = type.stalls - type.stallsAtPrice;
          return (
            <Flex key={type.key} gap="4" wrap="wrap" align="center" justify="space-between">
              <Box flex="1" minWidth="12rem">
                <Facts
                  facts={[
                    [
                      type.label,
                      `${rupees(type.price)}, ${texts.stalls(type.stalls)}${apart === 0 ? "" : `, ${texts.apart(apart)}`}`,
                    ],
                  ]}
                />
              </Box>
              {canEdit && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={texts.changeLabel(type.label)}
                  onClick={() => setChanging(type)}
                >
                  <IndianRupee aria-hidden />
                  {texts.change}
                </Button>
              )}
            </Flex>
          );
        })}
      </Flex>
      {changing !== undefined && <TypePrice slug={event.slug} type={changing} onClose={() => setChanging(undefined)} />}
    </Panel>
  );
}
