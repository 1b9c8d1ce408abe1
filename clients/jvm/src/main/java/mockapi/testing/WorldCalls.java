// Written by script/generate from openapi/mock.yaml; do not edit.
package mockapi.testing;


/** The calls of a world. */
abstract class WorldCalls extends Part {
    WorldCalls(ControlPlane plane) {
        super(plane);
    }

    /** Reset a world to its initial state. */
    public void reset() {
        call("reset", "POST", "/_mock/reset").done();
    }
}
