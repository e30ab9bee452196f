/** Everything the first view does not need, loaded after the site has started. */
import "../ui/theme/fonts-devanagari.css";
import { keepFactsFresh } from "./fresh-facts";
import { switchScrollRestoration } from "./scroll-restoration";

keepFactsFresh();
switchScrollRestoration();
// Prefetched: the connection may be lost by the time they are used.
void import("./side-menu");
void import("../features/search/search-parts");
