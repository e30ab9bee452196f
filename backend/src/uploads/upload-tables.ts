/** Where the uploads of one kind are kept: the rows have the same columns for what all uploads share. */
export interface UploadTables {
  /** One row for each upload: id, state, problem, bytes, received, attempts, updated_at, ended_at. */
  readonly uploads: "pictures" | "paper_uploads" | "event_file_uploads";
  /** Who an upload belongs to, for taking turns. */
  readonly owner: "subject_id" | "booking_id" | "event_id";
  /** The pieces: which upload, starts_at, bytes. */
  readonly chunks: "picture_chunks" | "paper_chunks" | "event_file_chunks";
  readonly chunkOf: "picture_id" | "upload_id";
  /** Under which name a job has the upload's id. */
  readonly job: "pictureId" | "paperId" | "eventFileId";
}

export const PICTURE_UPLOADS_TABLES: UploadTables = {
  uploads: "pictures",
  owner: "subject_id",
  chunks: "picture_chunks",
  chunkOf: "picture_id",
  job: "pictureId",
};

export const PAPER_UPLOADS_TABLES: UploadTables = {
  uploads: "paper_uploads",
  owner: "booking_id",
  chunks: "paper_chunks",
  chunkOf: "upload_id",
  job: "paperId",
};

export const EVENT_FILE_UPLOADS_TABLES: UploadTables = {
  uploads: "event_file_uploads",
  owner: "event_id",
  chunks: "event_file_chunks",
  chunkOf: "upload_id",
  job: "eventFileId",
};

/** Every kind, for the sweep. */
export const ALL_UPLOADS = [PICTURE_UPLOADS_TABLES, PAPER_UPLOADS_TABLES, EVENT_FILE_UPLOADS_TABLES] as const;
