import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { dayInWords } from "@sakhi/domain/operator/price-days";
import { ChangePriceDatesDto, ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import { AddStallTypeDto, ChangeStallTypeDto } from "@sakhi/domain/plans/plan.dto";
import { STALL_LOOKS } from "@sakhi/domain/stalls/stall.types";
import { CalendarClock, IndianRupee, PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type ManagedEvent,
  useAddStallTypeMutation,
  useChangePriceDatesMutation,
  useChangeStallTypeMutation,
  useChangeTypePriceMutation,
  useRemoveStallTypeMutation,
} from "../../../api/admin-api";
import { stallStyle, typeMark } from "../../../shared/floor-plan/stall-style";
import { rupees } from "../../../ui/money";
import { ActionButtons, ActionDialog, ReasonDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { DetailRows, Panel } from "../parts/panel";
import { strings } from "./event.strings";

const texts = strings.types;

type StallType = ManagedEvent["types"][number];
type TypeProps = SubjectProps<{ readonly slug: string; readonly type: StallType }>;

function TypePrice({ subject: { slug, type }, onClose }: TypeProps) {
  const { key, label, price: before, stallsAtPrice, dates } = type;
  const [first] = dates;
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
        if (!isPrice) return strings.unchanged;
        return first === undefined
          ? texts.consequence(stallsAtPrice, rupees(before), rupees(after))
          : texts.dates.first(rupees(after), dayInWords(first.from));
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

function PriceDates({ subject: { slug, type }, onClose }: TypeProps) {
  const { key, label, price, dates, stallsAtPrice } = type;
  const [change] = useChangePriceDatesMutation();
  return (
    <ActionDialog
      title={texts.dates.dialog(label)}
      lead={<Text>{texts.dates.lead(rupees(price))}</Text>}
      dto={ChangePriceDatesDto}
      initial={{ dates: dates.map(({ from, price: then }) => ({ from, price: then })), reason: "" }}
      fields={() => [{ name: "dates", label: texts.dates.field, priceDates: true }, reasonField()]}
      consequence={() => texts.dates.consequence(stallsAtPrice)}
      texts={texts.dates}
      run={async (changePriceDatesDto) => {
        await change({ slug, key, changePriceDatesDto }).unwrap();
        return texts.dates.done(label);
      }}
      onClose={onClose}
    />
  );
}

const LOOK_OPTIONS = STALL_LOOKS.map((look) => [look, texts.looks[look]] as const);
/** Fields of a type's name, size of new stalls and look. */
const SHAPE = [
  { name: "label", label: texts.name, help: texts.nameHelp },
  { name: "width", label: texts.width, number: true },
  { name: "height", label: texts.height, number: true },
  { name: "look", label: texts.look, options: LOOK_OPTIONS },
] as const;

function AddType({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const [add] = useAddStallTypeMutation();
  return (
    <ActionDialog
      title={texts.add.dialog}
      dto={AddStallTypeDto}
      initial={{ label: "", price: 27_000, width: 10, height: 10, look: "leaf" as const, reason: "" }}
      fields={() => [...SHAPE, { name: "price", label: texts.field, number: true }, reasonField()]}
      consequence={() => texts.add.consequence}
      texts={texts.add}
      run={async (addStallTypeDto) => {
        await add({ slug, addStallTypeDto }).unwrap();
        return texts.add.done(addStallTypeDto.label);
      }}
      onClose={onClose}
    />
  );
}

function ChangeType({ subject: { slug, type }, onClose }: TypeProps) {
  const { key, label, width, height, look } = type;
  const [change] = useChangeStallTypeMutation();
  return (
    <ActionDialog
      title={texts.edit.dialog(label)}
      dto={ChangeStallTypeDto}
      initial={{ label, width, height, look, reason: "" }}
      fields={() => [...SHAPE, reasonField()]}
      consequence={() => texts.edit.consequence}
      texts={texts.edit}
      run={async (changeStallTypeDto) => {
        await change({ slug, key, changeStallTypeDto }).unwrap();
        return texts.edit.done(changeStallTypeDto.label);
      }}
      onClose={onClose}
    />
  );
}

function RemoveType({ subject: { slug, type }, onClose }: TypeProps) {
  const { key, label } = type;
  const [remove] = useRemoveStallTypeMutation();
  return (
    <ReasonDialog
      danger
      title={texts.remove.dialog(label)}
      consequence={texts.remove.consequence}
      texts={texts.remove}
      run={async (reason) => {
        await remove({ slug, key, reasonDto: { reason } }).unwrap();
        return texts.remove.done(label);
      }}
      onClose={onClose}
    />
  );
}

/** A type's border and mark on the plan. */
function Look({ type }: { readonly type: StallType }) {
  const mark = typeMark({ type: type.key, look: type.look });
  return (
    <Box aria-hidden css={stallStyle} flexShrink="0">
      <Box
        data-type={mark}
        position="relative"
        width="2rem"
        height="2rem"
        borderWidth="2px"
        borderRadius="4px"
        bg="card"
      >
        <Box data-mark={mark} position="absolute" top="0" insetInlineStart="0" width="10px" height="10px" />
      </Box>
    </Box>
  );
}

/** Actions that an operator has on a type. */
function actionsOf({ label, stalls }: StallType) {
  const price = { label: texts.change, accessibleName: texts.changeLabel(label), Icon: IndianRupee };
  const dates = { label: texts.dates.button, accessibleName: texts.dates.label(label), Icon: CalendarClock };
  const edit = { label: texts.edit.button, accessibleName: texts.edit.label(label), Icon: PencilLine };
  const remove = { label: texts.remove.button, accessibleName: texts.remove.label(label), Icon: Trash2 };
  return [
    { ...price, Dialog: TypePrice },
    { ...dates, Dialog: PriceDates },
    { ...edit, Dialog: ChangeType },
    ...(stalls === 0 ? [{ ...remove, Dialog: RemoveType }] : []),
  ];
}

/** The prices of a type in words, with the days from which they hold. */
function pricesOf({ price, priceNow, dates }: StallType): string {
  const later = dates.map(({ from, price: then }) => texts.dates.from(rupees(then), dayInWords(from)));
  const all = [rupees(price), ...later].join(", ");
  return dates.length === 0 ? all : texts.dates.now(all, rupees(priceNow));
}

/** The stall types of an event with their prices, which operators change. */
export function StallTypes({ event, canEdit }: { readonly event: ManagedEvent; readonly canEdit: boolean }) {
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={texts.title}
      aside={
        canEdit && (
          <Button size="sm" variant="outline" onClick={() => setAdding(true)}>
            <Plus aria-hidden />
            {texts.add.button}
          </Button>
        )
      }
    >
      <Text color="muted" mb="4">
        {texts.lead}
      </Text>
      <Flex direction="column" gap="4">
        {event.types.map((type) => {
          const apart = type.stalls - type.stallsAtPrice;
          return (
            <Flex key={type.key} gap="4" wrap="wrap" align="center" justify="space-between">
              <Look type={type} />
              <Box flex="1" minWidth="12rem">
                <DetailRows
                  facts={[
                    [
                      type.label,
                      `${pricesOf(type)}, ${type.width}' × ${type.height}', ${texts.stalls(type.stalls)}${apart === 0 ? "" : `, ${texts.apart(apart)}`}`,
                    ],
                  ]}
                />
              </Box>
              {canEdit && <ActionButtons size="sm" subject={{ slug: event.slug, type }} actions={actionsOf(type)} />}
            </Flex>
          );
        })}
      </Flex>
      {adding && <AddType slug={event.slug} onClose={() => setAdding(false)} />}
    </Panel>
  );
}
