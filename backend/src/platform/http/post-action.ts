import { applyDecorators, HttpCode, HttpStatus, Post, type Type } from "@nestjs/common";
import { ApiOkResponse } from "@nestjs/swagger";

/** A POST that makes nothing new: it is answered 200 with what came of it. */
export const PostAction = (path: string, type: Type): MethodDecorator =>
  applyDecorators(Post(path), HttpCode(HttpStatus.OK), ApiOkResponse({ type }));
