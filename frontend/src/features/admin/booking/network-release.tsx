import { ReleaseNetworkDto } from "@sakhi/domain/operator/booking-actions.dto";
import { type AdminBooking, useGetAdminBookingQuery, useReleaseNetworkMutation } from "../../../api/admin-api";
import { ActionDialog, reasonField, type SubjectProps } from "../parts/action-dialog";
import { networkStrings as texts } from "./booking.strings";

type AdminNetwork = AdminBooking["networks"][number];

const WHOM = ["network", "visitors"] as const;

/** Unpaid stalls of a network that "Release all and block" ends. */
export const unpaidOf = ({ held, paying }: AdminNetwork): number => held + paying;

/** "Release all and block" for one of a booking's networks, without an issue. */
export function ReleaseNetwork({ subject: booking, onClose }: SubjectProps<AdminBooking>) {
  const [release] = useReleaseNetworkMutation();
  const { networks, id } = booking;
  const chosen = (prefix: unknown) => networks.find((network) => network.prefix === Number(prefix));
  return (
    <ActionDialog<ReleaseNetworkDto>
      title={texts.title}
      danger
      dto={ReleaseNetworkDto}
      initial={{ prefix: networks[0]?.prefix ?? 0, whom: "network", reason: "" }}
      fields={() => [
        {
          name: "prefix",
          label: texts.which,
          number: true,
          options: networks.map((network) => [String(network.prefix), texts.option(network)] as const),
        },
        { name: "whom", label: texts.whom, options: WHOM.map((whom) => [whom, texts.blocked[whom]] as const) },
        reasonField(),
      ]}
      consequence={({ prefix, whom = "network" }) => texts.consequence(chosen(prefix), whom)}
      texts={texts}
      run={async ({ prefix, whom, reason }) => {
        const { message } = await release({ id, releaseNetworkDto: { prefix, whom, reason } }).unwrap();
        return message;
      }}
      onClose={onClose}
    />
  );
}

/** {@link ReleaseNetwork} for the booking of a stall on the plan. */
export function ReleaseNetworkOfStall({ subject, onClose }: SubjectProps<{ readonly bookingId: string }>) {
  const { currentData: booking } = useGetAdminBookingQuery(subject.bookingId, { refetchOnMountOrArgChange: true });
  if (booking === undefined) return null;
  return <ReleaseNetwork subject={booking} onClose={onClose} />;
}
