import { Box, Flex } from "@chakra-ui/react";
import { PATHS } from "@sakhi/domain/site/routes";
import { statusFrom } from "@sakhi/domain/site/site-status.rules";
import { TriangleAlert } from "lucide-react";
import { useSelector } from "react-redux";
import { Link, useLocation } from "react-router-dom";
import type { WithSite } from "../api/site-state";
import { frame } from "../ui/card";
import { DecorativeIcon } from "../ui/sign";
import { strings } from "./app.strings";

/** Says on every page what does not work now; the page about the status itself has more. */
export function SiteBanner() {
  const { booking, payments, mails } = statusFrom(useSelector(({ site }: WithSite) => site.status));
  const { pathname } = useLocation();
  const { texts, more } = strings.status;
  // Held stalls are no fault: the plan shows them.
  const stopped = booking === "paused" || booking === "down" ? texts[booking] : undefined;
  const late = mails === "late" ? texts.late : undefined;
  const worst = stopped ?? (payments === "fail" ? texts.fail : late);
  const shown = pathname !== PATHS.status && !pathname.startsWith(PATHS.dashboard);
  return (
    // Always there, so that screen readers announce what appears in it.
    <Box role="status" bg="marigold.soft">
      {shown && worst !== undefined && (
        <Flex {...frame} py="3" gap="3" align="start">
          <DecorativeIcon icon={TriangleAlert} size={22} color="rani.text" flexShrink="0" mt="0.5" />
          <Box>
            <span>{`${worst} `}</span>
            <Link to={PATHS.status}>{more}</Link>
          </Box>
        </Flex>
      )}
    </Box>
  );
}
