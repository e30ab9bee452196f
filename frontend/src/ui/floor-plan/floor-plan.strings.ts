/** What stands on and around every floor plan, whoever looks at it. */
export const strings = {
  entrance: "Entrance",
  stage: "Stage",
  zoom: "Zoom of the plan",
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  fit: "Fit the whole plan",
  zoomHint: "Pinch or use + and − to come closer.",
} as const;
