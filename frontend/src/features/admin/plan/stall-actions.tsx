import { Button } from "@chakra-ui/react";
import { OFFLINE_METHODS, offlineMethodLabel } from "@sakhi/domain/operator/operator.types";
import { ReasonDto } from "@sakhi/domain/operator/reason.dto";
import { ChangeStallPriceDto, SellOfflineDto } from "@sakhi/domain/operator/stall-actions.dto";
import { HandCoins, IndianRupee, Lock, LockOpen, type LucideIcon } from "lucide-react";
import { useState } from "react";
import {
  type PlanStall,
  useBlockStallMutation,
  useChangeStallPriceMutation,
  useSellStallOfflineMutation,
  useUnblockStallMutation,
} from "../../../api/admin-api";
import { ActionDialog, reasonField } from "../parts/action-dialog";
import { strings } from "./plan.strings";

interface ActionProps {
  readonly stall: PlanStall;
  readonly onClose: () => void;
}

function Block({ stall: { stallId }, onClose }: ActionProps) {
  const [block] = useBlockStallMutation();
  const words = strings.block;
  return (
    <ActionDialog
      title={words.title(stallId)}
      dto={ReasonDto}
      initial={{ reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => words.consequence(stallId)}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ reason }) => {
        await block({ stallId, reasonDto: { reason } }).unwrap();
        return words.done(stallId);
      }}
      onClose={onClose}
    />
  );
}

function Unblock({ stall: { stallId }, onClose }: ActionProps) {
  const [unblock] = useUnblockStallMutation();
  const words = strings.unblock;
  return (
    <ActionDialog
      title={words.title(stallId)}
      dto={ReasonDto}
      initial={{ reason: "" }}
      fields={() => [reasonField()]}
      consequence={() => words.consequence(stallId)}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ reason }) => {
        await unblock({ stallId, reasonDto: { reason } }).unwrap();
        return words.done(stallId);
      }}
      onClose={onClose}
    />
  );
}

function Price({ stall: { stallId, price: before }, onClose }: ActionProps) {
  const [change] = useChangeStallPriceMutation();
  const words = strings.price;
  return (
    <ActionDialog
      title={words.title(stallId)}
      dto={ChangeStallPriceDto}
      initial={{ price: before, reason: "" }}
      fields={() => [{ name: "price", label: words.price, number: true }, reasonField()]}
      consequence={({ price }) => {
        const after = Number(price);
        return words.consequence(stallId, before, Number.isFinite(after) && after > 0 ? after : undefined);
      }}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ price, reason }) => {
        const changed = await change({ stallId, changeStallPriceDto: { price, reason } }).unwrap();
        return words.done(stallId, changed.priceBefore, changed.price);
      }}
      onClose={onClose}
    />
  );
}

function Sell({ stall: { stallId, price }, onClose }: ActionProps) {
  const [sell] = useSellStallOfflineMutation();
  const words = strings.sell;
  const { fields } = words;
  return (
    <ActionDialog<SellOfflineDto>
      title={words.title(stallId)}
      wide
      dto={SellOfflineDto}
      initial={{
        fullName: "",
        email: "",
        phoneNumber: "",
        businessName: "",
        gstNumber: "",
        gstAddress: "",
        pincode: "",
        method: "cash",
        reference: "",
        reason: "",
      }}
      fields={() => [
        { name: "fullName", label: fields.fullName, input: { autoComplete: "off" } },
        { name: "businessName", label: fields.businessName, input: { autoComplete: "off" } },
        {
          name: "email",
          label: fields.email,
          input: { type: "email", inputMode: "email", autoComplete: "off" },
        },
        {
          name: "phoneNumber",
          label: fields.phoneNumber,
          input: { type: "tel", inputMode: "tel", autoComplete: "off" },
        },
        { name: "gstNumber", label: fields.gstNumber, optional: true, input: { maxLength: 15 } },
        { name: "gstAddress", label: fields.gstAddress, optional: true },
        { name: "pincode", label: fields.pincode, input: { inputMode: "numeric", maxLength: 6 } },
        {
          name: "method",
          label: fields.method,
          options: OFFLINE_METHODS.map((method) => [method, offlineMethodLabel(method)] as const),
        },
        { name: "reference", label: fields.reference },
        {
          name: "amount",
          label: fields.amount,
          help: words.amountHelp(price),
          optional: true,
          number: true,
        },
        reasonField(),
      ]}
      consequence={({ amount }) => {
        const paid = Number(amount);
        return words.consequence(stallId, Number.isFinite(paid) && paid > 0 ? paid : price);
      }}
      confirm={words.confirm}
      pending={words.pending}
      run={async ({ gstNumber = "", gstAddress = "", amount, ...given }) => {
        const { fullName, email, phoneNumber, businessName, pincode, method, reference, reason } = given;
        const sold = await sell({
          stallId,
          sellOfflineDto: {
            fullName,
            email,
            phoneNumber,
            businessName,
            pincode,
            method,
            reference,
            reason,
            ...(gstNumber === "" ? {} : { gstNumber }),
            ...(gstAddress === "" ? {} : { gstAddress }),
            ...(amount === undefined ? {} : { amount }),
          },
        }).unwrap();
        return words.done(stallId, sold.invoiceNumber);
      }}
      onClose={onClose}
    />
  );
}

const ACTIONS = { sell: Sell, block: Block, unblock: Unblock, price: Price } as const;
type Action = keyof typeof ACTIONS;
const ICONS: Readonly<Record<Action, LucideIcon>> = {
  sell: HandCoins,
  block: Lock,
  unblock: LockOpen,
  price: IndianRupee,
};

/** What can be done with a stall as it stands. */
export function stallActionsFor(state: PlanStall["state"]): readonly Action[] {
  switch (state) {
    case "available":
      return ["sell", "block", "price"];
    case "blocked":
      return ["unblock", "price"];
    case "held":
    case "registered":
    case "paying":
    case "sold":
      return ["price"];
  }
}

/** An operator's actions on a stall; hidden from viewers. */
export function StallActions({ stall }: { readonly stall: PlanStall }) {
  const [chosen, setChosen] = useState<Action>();
  const Chosen = chosen === undefined ? undefined : ACTIONS[chosen];
  return (
    <>
      {stallActionsFor(stall.state).map((action) => {
        const Icon = ICONS[action];
        return (
          <Button key={action} variant="outline" onClick={() => setChosen(action)}>
            <Icon aria-hidden />
            {strings[action].open}
          </Button>
        );
      })}
      {Chosen !== undefined && <Chosen stall={stall} onClose={() => setChosen(undefined)} />}
    </>
  );
}
