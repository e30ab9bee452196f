import { Box, Button, chakra, Flex, Grid, Text } from "@chakra-ui/react";
import { CENTRE, focusAt, isCentre, type PictureFocus, sameFocus } from "@sakhi/domain/pictures/picture-focus";
import { type PointerEvent, useId, useRef } from "react";
import { strings } from "./pictures.strings";
import { type BrandPicture, fileOf } from "./thumbnail";

interface FocusPickerProps {
  readonly picture: BrandPicture;
  /** Which picture it is, for the names of its controls. */
  readonly name: string;
  readonly focus: PictureFocus;
  readonly onChange: (focus: PictureFocus) => void;
}

/**
 * Chooses the point of a picture that stays in view wherever it is cut: pressed or dragged on the whole picture, or moved by
 * keys with one control for each direction.
 */
export function FocusPicker({ picture, name, focus, onChange }: FocusPickerProps) {
  const whole = useRef<HTMLDivElement>(null);
  const helpId = useId();
  const file = fileOf(picture, 640);
  const choose = (event: Pick<PointerEvent, "clientX" | "clientY">): void => {
    const box = whole.current?.getBoundingClientRect();
    if (box === undefined) return;
    const at = focusAt((event.clientX - box.left) / box.width, (event.clientY - box.top) / box.height);
    if (!sameFocus(at, focus)) onChange(at);
  };
  const start = (event: PointerEvent<HTMLElement>): void => {
    // A finger drags the mark; elsewhere on the picture it scrolls the page, and chooses if it only presses.
    if (event.pointerType === "touch" && !(event.target as Element).closest("[data-mark]")) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    choose(event);
  };
  const drag = (event: PointerEvent<HTMLElement>): void => {
    if (event.currentTarget.hasPointerCapture(event.pointerId)) choose(event);
  };
  return (
    <Box role="group" aria-label={strings.frameOf(name)} aria-describedby={helpId} maxWidth="22rem">
      <Text id={helpId} textStyle="small" mb="2">
        {strings.frameHelp}
      </Text>
      {/* Room for the mark at the picture's edge. */}
      <Box px="22px" py="22px" borderRadius="card" bg="sunk">
        <Box
          ref={whole}
          data-whole
          position="relative"
          cursor="crosshair"
          onPointerDown={start}
          onPointerMove={drag}
          onClick={choose}
        >
          <img
            src={file?.url}
            alt=""
            draggable={false}
            width={file?.width}
            height={file?.height}
            style={{ width: "100%", height: "auto", display: "block", userSelect: "none" }}
          />
          <Box
            data-mark
            aria-hidden
            position="absolute"
            width="tap"
            height="tap"
            borderRadius="full"
            borderWidth="3px"
            transform="translate(-50%, -50%)"
            cursor="grab"
            touchAction="none"
            // On any picture, in either mode.
            css={{
              borderColor: "#fff",
              background: "rgba(0, 0, 0, 0.25)",
              boxShadow: "0 0 0 2px #241a17, inset 0 0 0 2px #241a17",
            }}
            style={{ left: `${focus.x}%`, top: `${focus.y}%` }}
          />
        </Box>
      </Box>
      <Grid gap="1" mt="2">
        <Direction
          label={strings.leftToRight}
          name={name}
          value={focus.x}
          inWords={strings.fromLeft}
          onChange={(x) => onChange({ ...focus, x })}
        />
        <Direction
          label={strings.topToBottom}
          name={name}
          value={focus.y}
          inWords={strings.fromTop}
          onChange={(y) => onChange({ ...focus, y })}
        />
      </Grid>
      <Flex mt="1" minHeight="tap">
        {!isCentre(focus) && (
          <Button variant="outline" minHeight="tap" onClick={() => onChange(CENTRE)}>
            {strings.middle}
          </Button>
        )}
      </Flex>
    </Box>
  );
}

interface DirectionProps {
  readonly label: string;
  readonly name: string;
  readonly value: number;
  readonly inWords: (percent: number) => string;
  readonly onChange: (percent: number) => void;
}

/** One direction of the focus, for the keyboard and for who cannot drag. */
function Direction({ label, name, value, inWords, onChange }: DirectionProps) {
  return (
    <chakra.label display="grid" gridTemplateColumns="7.5rem minmax(0, 1fr)" gap="3" alignItems="center">
      <Text as="span" textStyle="small">
        {label}
      </Text>
      <chakra.input
        type="range"
        min={0}
        max={100}
        value={value}
        aria-label={strings.directionOf(label, name)}
        aria-valuetext={inWords(value)}
        minHeight="tap"
        width="full"
        accentColor="rani.solid"
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      />
    </chakra.label>
  );
}
