import { applyDecorators, HttpCode, HttpStatus, Post, type Type } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";

/** A POST that creates nothing: returns 200 with its result. */
export const PostAction = (path: string, type: Type): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(HttpStatus.OK), ApiOkResponse({ type }));
