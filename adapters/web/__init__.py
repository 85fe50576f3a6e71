"""The talk door: instruction, questions and finish over HTTP and WebSocket (`adapters.web.talk.TalkDoor`)."""
