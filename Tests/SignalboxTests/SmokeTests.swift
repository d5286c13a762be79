import Signalbox
import Testing
