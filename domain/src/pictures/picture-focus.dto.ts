import { IsInt, Max, Min } from "class-validator";
import type { PictureFocus } from "./picture-focus.js";

const AGAIN = "Please choose again what is seen of the picture";

/** The point of a picture that every frame keeps in view. */
export class PictureFocusDto implements PictureFocus {
  /** Percent of the width, from the left. */
  @Max(100, { message: AGAIN })
  @Min(0, { message: AGAIN })
  @IsInt({ message: AGAIN })
  x!: number;

  /** Percent of the height, from the top. */
  @Max(100, { message: AGAIN })
  @Min(0, { message: AGAIN })
  @IsInt({ message: AGAIN })
  y!: number;
}
