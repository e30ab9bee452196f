import { Box, chakra, Text } from "@chakra-ui/react";
import { ChevronDown } from "lucide-react";
import { useId, useState } from "react";
import { Link } from "react-router-dom";
import { strings } from "./support.strings";
import type { Question } from "./support.strings";

/** The questions; at most one is open, and it can be closed again (T-037). */
export function Questions() {
  const [openId, setOpenId] = useState<string>();
  return (
    <Box borderTopWidth="1px" borderTopStyle="solid" borderColor="line">
      {strings.questions.map((question) => (
        <Item
          key={question.id}
          {...question}
          open={question.id === openId}
          onToggle={() => setOpenId(question.id === openId ? undefined : question.id)}
        />
      ))}
    </Box>
  );
}

function Item({
  question,
  answer,
  link,
  open,
  onToggle,
}: Question & { readonly open: boolean; readonly onToggle: () => void }) {
  const id = useId();
  return (
    <Box borderBottomWidth="1px" borderBottomStyle="solid" borderColor="line">
      <chakra.h3 fontSize="1.125rem" fontWeight="600">
        <chakra.button
          type="button"
          id={`${id}-question`}
          aria-expanded={open}
          aria-controls={`${id}-answer`}
          onClick={onToggle}
          display="flex"
          alignItems="center"
          justifyContent="space-between"
          gap="4"
          width="full"
          minHeight="3.5rem"
          py="3"
          textAlign="start"
          cursor="pointer"
          _hover={{ color: "rani.text" }}
        >
          {question}
          <chakra.span
            aria-hidden
            flexShrink="0"
            color="rani.text"
            transform={open ? "rotate(180deg)" : undefined}
            transition="transform 160ms"
            _motionReduce={{ transition: "none" }}
          >
            <ChevronDown size={22} />
          </chakra.span>
        </chakra.button>
      </chakra.h3>
      <Box id={`${id}-answer`} role="region" aria-labelledby={`${id}-question`} hidden={!open} pb="5">
        {answer.map((paragraph) => (
          <Text key={paragraph} mb="2" maxWidth="text">
            {paragraph}
          </Text>
        ))}
        {link !== undefined && <Link to={link.to}>{link.label}</Link>}
      </Box>
    </Box>
  );
}
