import { Box, Button, chakra, Flex } from "@chakra-ui/react";
import { isolated } from "@sakhi/domain/fields/isolation";
import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";
import { ArrowDown, ArrowUp, X } from "lucide-react";
import { type ReactNode, useRef, useState } from "react";
import { DragHandle, useDragOrder } from "../../../ui/drag-order";
import { moved } from "../../../ui/moved";
import { Announcement } from "../../../ui/page";

const strings = {
  up: (name: string) => messages.order.up({ name: isolated(name) }),
  down: (name: string) => messages.order.down({ name: isolated(name) }),
  remove: (name: string) => messages.order.remove({ name: isolated(name) }),
  moved: (name: string, place: number, count: number) => messages.order.moved({ name: isolated(name), place, count }),
  removed: (name: string) => messages.order.removed({ name: isolated(name) }),
} as const;

/** One entry of a list that can be put in order. */
export interface Orderable {
  readonly id: string;
  /** Names the entry's buttons. */
  readonly name: string;
}

interface OrderListProps<Entry extends Orderable> {
  /** Accessible name of the list. */
  readonly label: string;
  readonly entries: readonly Entry[];
  readonly onChange: (entries: readonly Entry[]) => void;
  /** Whether entries can be taken out. */
  readonly removable?: boolean;
  readonly children: (entry: Entry, index: number) => ReactNode;
}

const iconOnly = { size: "sm", variant: "outline", minWidth: "tap", px: "0" } as const;

/** A list in an order that the operator chooses: by the buttons, or by dragging an entry by its grip. Changes are announced. */
export function OrderList<Entry extends Orderable>(props: OrderListProps<Entry>) {
  const { label, entries, onChange, removable = false, children } = props;
  const [announced, setAnnounced] = useState("");
  const list = useRef<HTMLOListElement>(null);
  const move = (from: number, to: number) => {
    const ordered = moved(entries, from, to);
    const entry = ordered[to];
    if (ordered === entries || entry === undefined) return;
    onChange(ordered);
    setAnnounced(strings.moved(entry.name, to + 1, entries.length));
  };
  const { handle, look } = useDragOrder(entries.length, move);
  const takeOut = (entry: Entry, index: number) => {
    onChange(entries.toSpliced(index, 1));
    setAnnounced(strings.removed(entry.name));
    // The button goes with its entry.
    list.current?.focus();
  };
  return (
    <>
      <chakra.ol ref={list} tabIndex={-1} aria-label={label} display="grid" gap="2" _focusVisible={{ outline: "none" }}>
        {entries.map((entry, index) => (
          <chakra.li
            key={entry.id}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            gap="2"
            borderWidth="1px"
            borderRadius="card"
            px="2"
            py="1.5"
            bg="card"
            {...look(index)}
          >
            <DragHandle {...handle(index)} />
            <Box flex="1 1 9rem" minWidth="0" overflowWrap="anywhere">
              {children(entry, index)}
            </Box>
            <Flex gap="1" flexShrink="0" ms="auto">
              <Button
                {...iconOnly}
                aria-label={strings.up(entry.name)}
                aria-disabled={index === 0}
                opacity={index === 0 ? 0.4 : 1}
                onClick={() => move(index, index - 1)}
              >
                <ArrowUp size={18} aria-hidden />
              </Button>
              <Button
                {...iconOnly}
                aria-label={strings.down(entry.name)}
                aria-disabled={index === entries.length - 1}
                opacity={index === entries.length - 1 ? 0.4 : 1}
                onClick={() => move(index, index + 1)}
              >
                <ArrowDown size={18} aria-hidden />
              </Button>
              {removable && (
                <Button {...iconOnly} aria-label={strings.remove(entry.name)} onClick={() => takeOut(entry, index)}>
                  <X size={18} aria-hidden />
                </Button>
              )}
            </Flex>
          </chakra.li>
        ))}
      </chakra.ol>
      <Announcement>{announced}</Announcement>
    </>
  );
}
