/** The texts about the language of a person's mails. */
export { default as strings } from "@sakhi/domain/generated/messages/en/mail-language";
