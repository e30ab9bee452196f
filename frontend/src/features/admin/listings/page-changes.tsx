import { Button, chakra, Text } from "@chakra-ui/react";
import { useListBrandChangesQuery } from "../../../api/admin-api";
import { FailureState } from "../../../ui/states";
import type { Address } from "../parts/address";
import { momentOf } from "../parts/labels";
import { strings } from "./page-changes.strings";
import { PageReview } from "./page-review";

/** Changes of brands' pages that wait for an operator; nothing while there are none. */
export function PageChanges({ address }: { readonly address: Address }) {
  const { data: changes = [], isError, refetch } = useListBrandChangesQuery();
  const opened = changes.find(({ id }) => id === address.get("change"));
  if (changes.length === 0)
    return isError ? <FailureState message={strings.unfetched} onRetry={() => void refetch()} /> : null;
  return (
    <chakra.section aria-labelledby="page-changes" mb="6">
      <chakra.h2 id="page-changes" textStyle="h3" mb="3">
        {strings.title}
      </chakra.h2>
      <chakra.ul listStyleType="none" display="grid" gap="2">
        {changes.map((change) => (
          <chakra.li key={change.id} display="flex" gap="3" alignItems="center" flexWrap="wrap">
            <Button
              variant="outline"
              aria-label={strings.open(change.brandName)}
              onClick={() => address.put({ change: change.id })}
            >
              {change.brandName}
            </Button>
            <Text color="muted">{`${change.trusted ? strings.live : strings.sent}, ${momentOf(change.at)}`}</Text>
          </chakra.li>
        ))}
      </chakra.ul>
      {opened !== undefined && (
        <PageReview key={opened.id} change={opened} onClose={() => address.put({ change: "" })} />
      )}
    </chakra.section>
  );
}
