import { Box, Button, Flex, Text } from "@chakra-ui/react";
import { ChangeStallPriceDto } from "@sakhi/domain/operator/stall-actions.dto";
import { AddStallTypeDto, ChangeStallTypeDto } from "@sakhi/domain/plans/plan.dto";
import { STALL_LOOKS } from "@sakhi/domain/stalls/stall.types";
import { IndianRupee, PencilLine, Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import {
  type ManagedEvent,
  useAddStallTypeMutation,
  useChangeStallTypeMutation,
  useChangeTypePriceMutation,
  useRemoveStallTypeMutation,
} from "../../../api/admin-api";
import { stallStyle, typeMark } from "../../../shared/floor-plan/stall-style";
import { rupees } from "../../../ui/money";
import { ActionDialog, ReasonDialog, reasonField } from "../parts/action-dialog";
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

const LOOK_OPTIONS = STALL_LOOKS.map((look) => [look, texts.looks[look]] as const);
/** Fields of a type's name, size of new stalls and look. */
const SHAPE = [
  { name: "label", label: texts.name, help: texts.nameHelp },
  { name: "width", label: texts.width, number: true },
  { name: "height", label: texts.height, number: true },
  { name: "look", label: texts.look, options: LOOK_OPTIONS },
  {
    name: "food",
    label: texts.food,
    flag: true,
    options: [
      ["false", texts.foodNo],
      ["true", texts.foodYes],
    ],
  },
] as const;

function AddType({ slug, onClose }: { readonly slug: string; readonly onClose: () => void }) {
  const [add] = useAddStallTypeMutation();
  return (
    <ActionDialog
      title={texts.add.dialog}
      dto={AddStallTypeDto}
      initial={{ label: "", price: 27_000, width: 10, height: 10, look: "leaf" as const, food: false, reason: "" }}
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

interface TypeProps {
  readonly slug: string;
  readonly type: StallType;
  readonly onClose: () => void;
}

function ChangeType({ slug, type: { key, label, width, height, look, food }, onClose }: TypeProps) {
  const [change] = useChangeStallTypeMutation();
  return (
    <ActionDialog
      title={texts.edit.dialog(label)}
      dto={ChangeStallTypeDto}
      initial={{ label, width, height, look, food, reason: "" }}
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

function RemoveType({ slug, type: { key, label }, onClose }: TypeProps) {
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

/** What an operator is doing with a type. */
type Acting = { readonly what: "price" | "edit" | "remove"; readonly type: StallType } | { readonly what: "add" };

/** The stall types of an event with their prices, which operators change. */
export function StallTypes({ event, canEdit }: { readonly event: ManagedEvent; readonly canEdit: boolean }) {
  const [acting, setActing] = useState<Acting>();
  const onClose = () => setActing(undefined);
  return (
    <Panel
      title={texts.title}
      aside={
        canEdit && (
          <Button size="sm" variant="outline" onClick={() => setActing({ what: "add" })}>
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
                <Facts
                  facts={[
                    [
                      type.label,
                      `${rupees(type.price)}, ${type.width}' × ${type.height}', ${texts.stalls(type.stalls)}${type.food ? `, ${texts.isFood}` : ""}${apart === 0 ? "" : `, ${texts.apart(apart)}`}`,
                    ],
                  ]}
                />
              </Box>
              {canEdit && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={texts.changeLabel(type.label)}
                  onClick={() => setActing({ what: "price", type })}
                >
                  <IndianRupee aria-hidden />
                  {texts.change}
                </Button>
              )}
              {canEdit && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={texts.edit.label(type.label)}
                  onClick={() => setActing({ what: "edit", type })}
                >
                  <PencilLine aria-hidden />
                  {texts.edit.button}
                </Button>
              )}
              {canEdit && type.stalls === 0 && (
                <Button
                  size="sm"
                  variant="outline"
                  aria-label={texts.remove.label(type.label)}
                  onClick={() => setActing({ what: "remove", type })}
                >
                  <Trash2 aria-hidden />
                  {texts.remove.button}
                </Button>
              )}
            </Flex>
          );
        })}
      </Flex>
      {acting?.what === "add" && <AddType slug={event.slug} onClose={onClose} />}
      {acting?.what === "price" && <TypePrice slug={event.slug} type={acting.type} onClose={onClose} />}
      {acting?.what === "edit" && <ChangeType slug={event.slug} type={acting.type} onClose={onClose} />}
      {acting?.what === "remove" && <RemoveType slug={event.slug} type={acting.type} onClose={onClose} />}
    </Panel>
  );
}
