/** Texts of all floor plans. */
export const strings = {
  entrance: "Entrance",
  stage: "Stage",
  zoom: "Zoom of the plan",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit the whole plan",
  zoomHint: "Pinch, or use + and −, to zoom.",
} as const;
