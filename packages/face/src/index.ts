export type { Background as HeadBackground } from './head/background.js';
export type { Head } from './head/head.js';
export { HeadError } from './head/head-error.js';
export { withoutPictures } from './head/head-look.js';
export { createHeadRenderer, type HeadRenderer, trianglesOf } from './head/renderer.js';
export { openHead } from './head/sharp-head.js';
export { simplerHead } from './head/simpler-head.js';
export type { LevelledTriangles } from './head/triangle-levels.js';
export { plainGlb } from './head/unpack/plain-glb.js';
export { createMeshRenderer, type MeshRenderer } from './mesh/mesh-renderer.js';
export { prepareClip } from './mesh/prepare-clip.js';
export { prepareStill } from './mesh/prepare-still.js';
export type { PreparedMesh } from './mesh/prepared-mesh.js';
export * from './motion.js';
export { boxOfFace, type FaceBox, type FaceBoxes, steadyBoxes } from './neural/face-box.js';
export { MEL_SAMPLE_RATE } from './neural/mel.js';
export { melWindows } from './neural/mel-windows.js';
export { paintMouths, type SpeakingFrame } from './neural/mouth-painter.js';
export { NeuralModelError } from './neural/neural-model-error.js';
export type { RestorationModel, RestorationNetwork } from './neural/restoration-network.js';
export { openWav2Lip, type Wav2Lip } from './neural/wav2lip.js';
export { readCoverPicture } from './picture/cover-picture.js';
export { createFrame, type Frame, frameBytes, type Planes, planesOf } from './picture/frame.js';
export { loadSharp } from './picture/load-sharp.js';
export { measurePicture, writeThumbnail } from './picture/look-at-picture.js';
export {
  ImageError,
  type PictureErrorCode,
  type RgbPicture,
  readImage,
  readRgbPicture,
} from './picture/read-picture.js';
export { frameRegionToRgb, rgbToFrame } from './picture/rgb-frame.js';
export { readTransparency, withoutWhite } from './picture/transparency.js';
export { withChanges } from './picture/with-changes.js';
export { doubledAlpha, writeJpeg, writePng } from './picture/write-picture.js';
export { createFaceRestorer, type FaceRestorer } from './restoration/face-restorer.js';
export type { NetworkOrder } from './restoration/network-messages.js';
export { openNetworkThread } from './restoration/network-thread.js';
export { restorePicture } from './restoration/restore-picture.js';
export type { UpscaleQuality } from './restoration/upscale-network.js';
export { motionFromSound, motionFromTrack } from './timeline/motion-from-sound.js';
export { createFrameDescriptions } from './timeline/sound/frame-descriptions.js';
export { FRAMES_OF_A_STEP } from './timeline/sound/heard-ways.js';
export { FEATURES } from './timeline/sound/hearing.js';
export { type AudioMouthTracker, createMouthListener } from './timeline/sound/mouth-listener.js';
export { type Layer, packLayer } from './timeline/sound/mouth-network.js';
export { mouthTargets } from './timeline/sound/mouth-targets.js';
export { AUDIO_SHAPES, type MouthTrack, NETWORK_OUTPUTS, STATES } from './timeline/sound/mouth-track.js';
export { BANDS, createSoundFrames, FRAME_RATE } from './timeline/sound/sound-frames.js';
export { mouthOpening } from './tracking/face-measures.js';
export { cropOfPoints, type FaceCrop, readFaceMesh } from './tracking/face-mesh.js';
export { type FaceModels, openFaceModels } from './tracking/face-models.js';
export { type FaceTrack, LANDMARKS, type TrackedFace } from './tracking/face-track.js';
export { createFaceTracker, type FaceTracker } from './tracking/face-tracker.js';
export { findFaces } from './tracking/find-faces.js';
export { type FaceTrackFile, openTrack } from './tracking/track-file.js';
export { TrackFileError } from './tracking/track-header.js';
export { createTrackWriter, extendTrack, type TrackWriter } from './tracking/track-writer.js';
