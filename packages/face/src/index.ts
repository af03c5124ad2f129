export type { Background as HeadBackground } from './head/background.js';
export type { Head } from './head/head.js';
export { HeadError } from './head/head.js';
export { withoutPictures } from './head/head-look.js';
export { createHeadRenderer, type HeadRenderer, trianglesOf } from './head/renderer.js';
export { openHead } from './head/sharp-head.js';
export { simplerHead } from './head/simpler-head.js';
export type { LevelledTriangles } from './head/triangle-levels.js';
export { plainGlb } from './head/unpack/plain-glb.js';
export { createFrame, type Frame, frameBytes, type Planes, planesOf } from './image/frame.js';
export {
  ImageError,
  loadSharp,
  measurePicture,
  type PictureErrorCode,
  type RgbPicture,
  readCoverPicture,
  readImage,
  readRgbPicture,
  writeThumbnail,
} from './image/read-image.js';
export { frameRegionToRgb, rgbToFrame } from './image/rgb-frame.js';
export { readTransparency, withoutWhite } from './image/transparency.js';
export { withChanges } from './image/with-changes.js';
export { doubledAlpha, writeJpeg, writePng } from './image/write-image.js';
export { createMeshRenderer, type MeshRenderer } from './mesh/mesh-renderer.js';
export { prepareClip } from './mesh/prepare-clip.js';
export { prepareStill } from './mesh/prepare-still.js';
export type { PreparedMesh } from './mesh/prepared-mesh.js';
export * from './motion.js';
export { boxOfFace, type FaceBox, type FaceBoxes, steadyBoxes } from './neural/face-box.js';
export { MEL_SAMPLE_RATE } from './neural/mel.js';
export { melWindows } from './neural/mel-windows.js';
export { paintMouths, type SpeakingFrame } from './neural/mouth-painter.js';
export { NeuralModelError } from './neural/onnx-network.js';
export type { RestorationModel, RestorationNetwork } from './neural/restoration-network.js';
export { openWav2Lip, type Wav2Lip } from './neural/wav2lip.js';
export { createFaceRestorer, type FaceRestorer } from './restoration/face-restorer.js';
export type { NetworkOrder } from './restoration/network-thread.js';
export { openNetworkThread } from './restoration/network-thread.js';
export { restorePicture } from './restoration/restore-picture.js';
export type { UpscaleQuality } from './restoration/upscale-network.js';
export { createFrameDescriptions, FEATURES } from './timeline/audio/frame-descriptions.js';
export {
  type AudioMouthTracker,
  createMouthListener,
  FRAMES_OF_A_STEP,
} from './timeline/audio/mouth-listener.js';
export { type Layer, packLayer } from './timeline/audio/mouth-network.js';
export {
  AUDIO_SHAPES,
  type MouthTrack,
  mouthTargets,
  NETWORK_OUTPUTS,
  STATES,
} from './timeline/audio/mouth-track.js';
export { BANDS, createSoundFrames, FRAME_RATE } from './timeline/audio/sound-frames.js';
export { motionFromSound, motionFromTrack } from './timeline/motion-from-sound.js';
export { mouthOpening } from './tracking/face-frame.js';
export { cropOfPoints, type FaceCrop, readFaceMesh } from './tracking/face-mesh.js';
export { type FaceModels, openFaceModels } from './tracking/face-models.js';
export { type FaceTrack, LANDMARKS, type TrackedFace } from './tracking/face-track.js';
export { createFaceTracker, type FaceTracker } from './tracking/face-tracker.js';
export { findFaces } from './tracking/find-faces.js';
export { type FaceTrackFile, openTrack } from './tracking/track-file.js';
export { TrackFileError } from './tracking/track-record.js';
export { createTrackWriter, extendTrack, type TrackWriter } from './tracking/track-writer.js';
