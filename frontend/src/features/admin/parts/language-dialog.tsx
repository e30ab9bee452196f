import messages from "@sakhi/domain/generated/messages/en/admin-dialogs";
import { LANGUAGES } from "@sakhi/domain/generated/messages/languages";
import type { LanguageCode } from "@sakhi/domain/languages/language-paths";
import { ChangeLanguageDto } from "@sakhi/domain/languages/mail-language.dto";
import { ActionDialog, reasonField } from "./action-dialog";

const strings = {
  ...messages.language,
  title: (whose: string) => messages.language.title({ whose }),
  done: (language: string) => messages.language.done({ language }),
} as const;

/** The label of the button that opens {@link LanguageDialog}. */
export const LANGUAGE_LABEL = strings.open;

/** The languages of mails by code, by their own names. */
const OPTIONS = LANGUAGES.filter(({ isComplete }) => isComplete).map(({ code, name }) => [code, name] as const);

interface Props {
  /** The stall or brand. */
  readonly whose: string;
  readonly language: LanguageCode;
  readonly change: (dto: ChangeLanguageDto) => Promise<unknown>;
  readonly onClose: () => void;
}

/** Changes the language of a person's mails and papers, who asked for it. */
export function LanguageDialog({ whose, language, change, onClose }: Props) {
  return (
    <ActionDialog<ChangeLanguageDto>
      title={strings.title(whose)}
      dto={ChangeLanguageDto}
      initial={{ language, reason: "" }}
      fields={() => [{ name: "language", label: strings.language, options: OPTIONS }, reasonField()]}
      consequence={() => strings.consequence}
      texts={strings}
      run={async (dto) => {
        await change(dto);
        return strings.done(OPTIONS.find(([code]) => code === dto.language)?.[1] ?? dto.language);
      }}
      onClose={onClose}
    />
  );
}
