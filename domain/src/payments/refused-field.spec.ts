import { expect, it } from "@jest/globals";
import { refusedField } from "./refused-field.js";

it.each([
  ["customer_email_invalid", "email"],
  ["customer_phone_invalid", "phoneNumber"],
  ["customer_details.customer_phone_invalid", "phoneNumber"],
  ["customer_phone_missing", "phoneNumber"],
  ["customer_name_invalid", "fullName"],
])("%s names the field %s", (code, field) => {
  expect(Object.keys(refusedField(code) ?? {})).toEqual([field]);
});

it.each(["", "order_amount_invalid", "customer_id_invalid", "request_failed", "customer_names"])(
  "%s names no field",
  (code) => {
    expect(refusedField(code)).toBeUndefined();
  },
);
