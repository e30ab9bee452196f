import { applyDecorators, Get, Header } from "@nestjs/common";
import { ApiOkResponse, ApiProduces } from "@nestjs/swagger";
import type { FileFormat } from "@sakhi/domain/fields/cells";
import { XLSX_TYPE } from "./xlsx.js";

/** MIME types of exported tables. */
export const FILE_TYPES: Readonly<Record<FileFormat, string>> = { csv: "text/csv; charset=utf-8", xlsx: XLSX_TYPE };

/** A GET that answers a file as it is made. */
export const FileRoute = (path: string, type: string): MethodDecorator =>
  applyDecorators(
    Get(path),
    ApiProduces(type),
    ApiOkResponse({ schema: { type: "string", format: "binary" } }),
    // A proxy that collects the file first would hide its progress.
    Header("X-Accel-Buffering", "no"),
  );

/** A GET of a table: `path` ends with the format, which is how callers choose it. */
export const ExportRoute = (path: string, format: FileFormat): MethodDecorator =>
  FileRoute(`${path}.${format}`, format === "csv" ? "text/csv" : XLSX_TYPE);
