import { Badge, Box, chakra } from "@chakra-ui/react";
import messages from "@sakhi/domain/generated/messages/en/verified";
import { BadgeCheck } from "lucide-react";
import { useId, useState } from "react";

/** Says that an operator has seen a document of the brand; what it means is shown on hover, focus and touch. */
export function VerifiedBadge() {
  const id = useId();
  const [open, setOpen] = useState(false);
  return (
    <chakra.span
      position="relative"
      display="inline-flex"
      onMouseEnter={() => setOpen(true)}
      onMouseLeave={() => setOpen(false)}
    >
      <chakra.button
        type="button"
        aria-describedby={id}
        data-testid="verified-badge"
        cursor="help"
        borderRadius="full"
        // Larger than the badge for fingers.
        _before={{ content: '""', position: "absolute", inset: "-10px -8px" }}
        onFocus={() => setOpen(true)}
        onBlur={() => setOpen(false)}
        onClick={() => setOpen(true)}
        onKeyDown={(event) => {
          if (event.key === "Escape" && open) {
            event.stopPropagation();
            setOpen(false);
          }
        }}
      >
        <Badge bg="leaf.soft" color="leaf.text">
          <BadgeCheck aria-hidden />
          <span>{messages.verified}</span>
        </Badge>
      </chakra.button>
      <Box
        as="span"
        id={id}
        role="tooltip"
        position="absolute"
        bottom="calc(100% + 6px)"
        insetInlineStart="0"
        zIndex="popover"
        width="15rem"
        maxWidth="70vw"
        px="3"
        py="2"
        borderRadius="small"
        bg="ink"
        color="paper"
        fontSize="0.875rem"
        lineHeight="1.35"
        visibility={open ? "visible" : "hidden"}
      >
        {messages.meaning}
      </Box>
    </chakra.span>
  );
}
